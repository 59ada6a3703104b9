#!/bin/sh
# @langchain/textsplitters 1.0.2 with @langchain/core 1.4.0: the chunks of a text with empty lines get line numbers that the text does not have, without an error. metadata.loc.lines
# is where a chunk stands in its text, from one line to another. CharacterTextSplitter leaves empty pieces out and joins the others with one separator, so that the chunk is not
# in the text as it is; its place is searched with indexOf, the -1 counts as a place, and the lines of the text are added once more. All chunks that follow are as far off.
# Seen: of a text of 7 lines, split at "\n", the first chunk is said to be on lines 7 to 9 (it is on 1 to 5) and the second on line 11 (it is on 7). The same text without its empty
# lines, and the RecursiveCharacterTextSplitter with either, are right.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @langchain/textsplitters@1.0.2 @langchain/core@1.4.0 >/dev/null
cat > run.mjs <<'JS'
import { CharacterTextSplitter, RecursiveCharacterTextSplitter } from '@langchain/textsplitters';

const paragraphs = 'Title\n\nalpha\n\nbeta\n\ngamma delta';
const lines = 'Title\nalpha\nbeta\ngamma delta';
async function linesOf(splitter, text) {
  const documents = await splitter.createDocuments([text]);
  const found = documents.map(({ metadata }) => `${metadata.loc.lines.from}-${metadata.loc.lines.to}`).join(' ');
  console.log(`@langchain/textsplitters 1.0.2 ${splitter.constructor.name}: of ${text.split('\n').length} lines: ${documents.map(({ pageContent }) => JSON.stringify(pageContent)).join(' ')} on ${found}`);
  return found;
}
const options = { chunkSize: 20, chunkOverlap: 0 };
const seen = [
  await linesOf(new CharacterTextSplitter({ ...options, separator: '\n' }), paragraphs),
  await linesOf(new CharacterTextSplitter({ ...options, separator: '\n' }), lines),
  await linesOf(new RecursiveCharacterTextSplitter(options), paragraphs),
];
process.exit(seen.join(' | ') === '7-9 11-11 | 1-3 4-4 | 1-5 7-7' ? 0 : 1);
JS
node run.mjs
