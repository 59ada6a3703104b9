#!/bin/sh
# @modelcontextprotocol/server-filesystem 2026.8.31: edit_file moves lines to another level of indentation, and answers that the edit was made. Its README says of the tool
# that it matches several lines with "whitespace normalization with indentation preservation". A model that quotes a block of a deeper level often quotes it from the margin:
# the lines match, the first one gets the indentation of the file, and all that follow get the same, because what they are indented more than the first is not counted. The
# text of a program in Python then no longer runs; where it does, it does something else. A block that is quoted with its whole indentation is replaced as it should be.
# Seen: of "if paid:" at 8 spaces and its two lines at 12, an edit that changes one name leaves all three at 8. The same edit, quoted with its indentation, keeps 8, 12 and 12.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @modelcontextprotocol/server-filesystem@2026.8.31 @modelcontextprotocol/sdk@1.29.0 >/dev/null
mkdir files
cat > run.mjs <<'JS'
import { readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const files = await realpath('files');
const path = join(files, 'orders.py');
const server = 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js';
const client = new Client({ name: 'finding', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command: process.execPath, args: [server, files], stderr: 'ignore' }));
const program = 'def settle(orders):\n    for order, paid in orders:\n        if paid:\n            ship(order)\n            log(order)\n';
const indent = (text, by) => text.replace(/^/gm, ' '.repeat(by));
const oldText = 'if paid:\n    ship(order)\n    log(order)';
const newText = 'if paid:\n    send(order)\n    log(order)';
async function edited(by) {
  await writeFile(path, program);
  const edits = [{ oldText: indent(oldText, by), newText: indent(newText, by) }];
  const { isError } = await client.callTool({ name: 'edit_file', arguments: { path, edits } });
  const text = await readFile(path, 'utf8');
  const indents = text.trimEnd().split('\n').slice(2).map((line) => line.search(/\S/)).join(' ');
  console.log(`@modelcontextprotocol/server-filesystem 2026.8.31: quoted at ${by} spaces, the lines are at ${indents}; error: ${isError === true}`);
  console.log(text);
  return { indents, isError: isError === true };
}
const fromMargin = await edited(0);
const whole = await edited(8);
await client.close();
process.exit(fromMargin.indents === '8 8 8' && !fromMargin.isError && whole.indents === '8 12 12' && !whole.isError ? 0 : 1);
JS
node run.mjs
