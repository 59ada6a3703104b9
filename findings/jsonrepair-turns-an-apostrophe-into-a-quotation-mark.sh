#!/bin/sh
# jsonrepair 3.15.0: in JSON as models write it with single quotation marks, an apostrophe inside a word becomes a double quotation mark, without an error. The repaired JSON is valid
# and says something else. Without the apostrophe the same text is repaired rightly.
# Seen: {'city': 'it's Oslo', 'days': 3} gives {"city": "it\"s Oslo", "days": 3}; {'city': 'Oslo', 'days': 3} gives the words as they are.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jsonrepair@3.15.0 >/dev/null
cat > run.mjs <<'JS'
import { jsonrepair } from 'jsonrepair';

const seen = ["{'city': 'it's Oslo', 'days': 3}", "{'city': 'Oslo', 'days': 3}"].map((text) => JSON.parse(jsonrepair(text)).city);
console.log('jsonrepair 3.15.0:', JSON.stringify(seen));
process.exit(seen[0] === 'it"s Oslo' && seen[1] === 'Oslo' ? 0 : 1);
JS
node run.mjs
