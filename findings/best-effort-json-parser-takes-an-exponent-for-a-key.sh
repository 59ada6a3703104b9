#!/bin/sh
# best-effort-json-parser 1.5.1, which reads JSON while it is still being streamed: a number with an exponent, anywhere in the part that has come, is cut before the e, and the e
# with what follows becomes the next key or the next item. RFC 8259, section 6: number = [ minus ] int [ frac ] [ exp ]; JSON.stringify writes every number below 1e-6 so, scores
# and probabilities among them. Its README: an object that is not complete yet gives the data so far. Complete text is right, so only the readings on the way are false.
# partial-json 0.1.7 is right.
# Seen: {"score":1e-7,"label":"spam","tags":["a" gives the score 1 and a key named e-7,"label"; [1e3,2 gives 1, "e3", 2; with 0.001 instead of 1e-7 all is right.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts best-effort-json-parser@1.5.1 partial-json@0.1.7 >/dev/null
cat > run.mjs <<'JS'
import { parse as bestEffort } from 'best-effort-json-parser';
import { parse as partial } from 'partial-json';

const expected = [
  ['{"score":1e-7,"label":"spam","tags":["a"', '{"score":1,"e-7,\\"label\\"":"spam","tags":["a"]}', '{"score":1e-7,"label":"spam","tags":["a"]}'],
  ['{"score":0.001,"label":"spam","tags":["a"', '{"score":0.001,"label":"spam","tags":["a"]}', '{"score":0.001,"label":"spam","tags":["a"]}'],
  ['[1e3,2', '[1,"e3",2]', '[1000,2]'],
  ['{"score":1e-7,"label":"spam","tags":["a"]}', '{"score":1e-7,"label":"spam","tags":["a"]}', '{"score":1e-7,"label":"spam","tags":["a"]}'],
];
let same = true;
for (const [text, first, second] of expected) {
  const seen = JSON.stringify(bestEffort(text));
  const other = JSON.stringify(partial(text));
  console.log(`${text}: best-effort-json-parser 1.5.1 ${seen}; partial-json 0.1.7 ${other}`);
  same = same && seen === first && other === second;
}
process.exit(same ? 0 : 1);
JS
node run.mjs
