#!/bin/sh
# @chonkiejs/core 0.0.11 with @chonkiejs/chunk 0.9.3: the RecursiveChunker leaves letters out of text that is not plain ASCII, and joins what is left, without an error. Its types
# (types.d.ts): text is "the text content of the chunk", startIndex and endIndex are its place "in the original text". When a sentence is too long and is split at its words, the
# places, counted in bytes of UTF-8, are used on a string of JavaScript: after each letter of two bytes the words are cut one further to the right. The chunks of an index have
# words that nobody can find. The SentenceChunker is right.
# Seen: of a German sentence with its umlauts 8 letters are missing; the same sentence with ae, oe and ue keeps every letter. In both, places do not give the text: the space at a
# cut is not counted.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @chonkiejs/core@0.0.11 @chonkiejs/chunk@0.9.3 >/dev/null
cat > run.mjs <<'JS'
import { RecursiveChunker, SentenceChunker } from '@chonkiejs/core';

const text = 'Die Prüfung ist für alle gleich. Größe zählt hier nicht. Überall blüht es schön im Frühling.';
const plain = text.replace(/[äöüßÜ]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', Ü: 'Ue' })[letter]);
const letters = (chunks) => chunks.map((chunk) => chunk.text).join('').replace(/\s/g, '');
const tried = [];
for (const [name, chunker] of [
  ['RecursiveChunker', await RecursiveChunker.create({ chunkSize: 25, minCharactersPerChunk: 5 })],
  ['SentenceChunker', await SentenceChunker.create({ chunkSize: 40, chunkOverlap: 0 })],
]) {
  for (const original of [text, plain]) {
    const chunks = await chunker.chunk(original);
    const lost = original.replace(/\s/g, '').length - letters(chunks).length;
    const wrong = chunks.filter((chunk) => original.slice(chunk.startIndex, chunk.endIndex).trim() !== chunk.text.trim()).length;
    tried.push({ lost, wrong });
    console.log(`@chonkiejs/core 0.0.11 ${name}: letters lost ${lost}, places that do not give the text ${wrong}: ${JSON.stringify(chunks.map((chunk) => chunk.text))}`);
  }
}
const [recursive, recursivePlain, sentences, sentencesPlain] = tried;
process.exit(recursive.lost > 0 && recursive.wrong > 0 && recursivePlain.lost === 0 && recursivePlain.wrong > 0 && [sentences, sentencesPlain].every(({ lost, wrong }) => lost === 0 && wrong === 0) ? 0 : 1);
JS
node run.mjs
