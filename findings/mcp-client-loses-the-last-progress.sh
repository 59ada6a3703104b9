#!/bin/sh
# @modelcontextprotocol/client 2.4.0 and @modelcontextprotocol/sdk 1.29.0: the last progress of a request is lost if it reaches the client in one piece with the result. Both
# are read one after the other, in their order; but a notification is handed on a microtask later, while a result ends the request at once and takes away what listens to its
# progress. `onprogress` is then not called, and `onerror` says that the notification had an unknown token. A server that reports its last step right before it answers, as
# the reference server does, meets this whenever the machine is busy. With the pieces 50 ms apart every progress is heard.
# Seen, with both versions: of two steps in one piece with the result, none is heard; of the same two steps before it, both.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @modelcontextprotocol/client@2.4.0 @modelcontextprotocol/sdk@1.29.0 >/dev/null
cat > server.mjs <<'JS'
import { createInterface } from 'node:readline';
const apart = process.argv[2] === 'apart';
const line = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
for await (const text of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(text);
  if (method === 'initialize') {
    const serverInfo = { name: 'steps', version: '1' };
    process.stdout.write(line({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } }));
  } else if (method === 'ping') {
    const step = (progress) => line({ method: 'notifications/progress', params: { progressToken: params._meta.progressToken, progress, total: 2 } });
    const steps = step(1) + step(2);
    if (!apart) process.stdout.write(steps + line({ id, result: {} }));
    else {
      process.stdout.write(steps);
      setTimeout(() => process.stdout.write(line({ id, result: {} })), 50);
    }
  } else if (id !== undefined) process.stdout.write(line({ id, error: { code: -32601, message: 'unknown method' } }));
}
JS
cat > run.mjs <<'JS'
const LIBRARIES = [
  ['@modelcontextprotocol/client 2.4.0', '@modelcontextprotocol/client', '@modelcontextprotocol/client/stdio'],
  ['@modelcontextprotocol/sdk 1.29.0', '@modelcontextprotocol/sdk/client/index.js', '@modelcontextprotocol/sdk/client/stdio.js'],
];
let asSeen = true;
for (const [name, main, stdio] of LIBRARIES) {
  const { Client } = await import(main);
  const { StdioClientTransport } = await import(stdio);
  const results = main.includes('/sdk/') ? (await import('@modelcontextprotocol/sdk/types.js')).EmptyResultSchema : undefined;
  for (const way of ['together', 'apart']) {
    const client = new Client({ name: 'finding', version: '1.0.0' });
    const [heard, errors] = [[], []];
    client.onerror = ({ message }) => errors.push(message.slice(0, 52));
    await client.connect(new StdioClientTransport({ command: process.execPath, args: ['server.mjs', way] }));
    const options = { onprogress: ({ progress }) => heard.push(progress) };
    await (results ? client.request({ method: 'ping' }, results, options) : client.request({ method: 'ping' }, options));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await client.close();
    console.log(`${name}, ${way}: heard ${JSON.stringify(heard)}; errors ${JSON.stringify(errors)}`);
    asSeen &&= JSON.stringify(heard) === (way === 'apart' ? '[1,2]' : '[]') && errors.length === (way === 'apart' ? 0 : 2);
  }
}
process.exit(asSeen ? 0 : 1);
JS
node run.mjs
