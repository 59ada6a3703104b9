#!/bin/sh
# json-p3 2.3.1 (JSONPath, RFC 9535): a number literal such as 0.5 in a filter is refused as invalid, although the grammar of the RFC has it
# (number = (int / "-0") [ frac ] [ exp ]). 1.5, -0.5 and 5e-1 are taken. jsonpath-rfc9535 1.3.0 takes all of them.
# Seen: json-p3 raises a syntax error for $[?@.score > 0.5] and for 0.0, and answers for the others.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts json-p3@2.3.1 jsonpath-rfc9535@1.3.0 >/dev/null
cat > run.mjs <<'JS'
import { jsonpath } from 'json-p3';
import { query } from 'jsonpath-rfc9535';

const rows = [{ score: 0.75 }, { score: 0.25 }];
const tried = ['0.5', '0.0', '1.5', '-0.5', '5e-1'].map((number) => {
  const path = `$[?@.score > ${number}]`;
  let seen;
  try {
    seen = jsonpath.query(path, rows).values().length;
  } catch (error) {
    seen = error.constructor.name;
  }
  return { number, seen, other: query(rows, path).length };
});
for (const { number, seen, other } of tried) console.log(`${number}: json-p3 ${seen}, jsonpath-rfc9535 ${other}`);
const expected = ['JSONPathSyntaxError', 'JSONPathSyntaxError', 0, 2, 1];
process.exit(tried.every(({ seen, other }, at) => seen === expected[at] && other === [1, 2, 0, 2, 1][at]) ? 0 : 1);
JS
node run.mjs
