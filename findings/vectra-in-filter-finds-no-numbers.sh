#!/bin/sh
# vectra 0.15.0, a vector store in files: in a filter on metadata, $in with numbers matches nothing and $nin with numbers leaves nothing out, without an error. Its types and
# their comments (MetadataFilter in types.d.ts) say: '$in'?: (number | string)[], "In array (string or number)". The same numbers are found by $eq and $or, and the same filter
# works on strings; numbers given as strings match the items that have them as numbers.
# Seen: of the items 0 to 3, $in [1, 2] gives none, $nin [1, 2] gives all four, $or of 1 and 2 gives two, $in ["1", "2"] gives two; with a field of strings $in gives two.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts vectra@0.15.0 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { join } from 'node:path';
import vectra from 'vectra';

const index = new vectra.LocalIndex(join(process.cwd(), 'index'));
await index.createIndex({ version: 1, metadata_config: { indexed: ['turn', 'name'] } });
for (let turn = 0; turn < 4; turn += 1) await index.insertItem({ id: `${turn}`, vector: [1, turn / 10], metadata: { turn, name: `n${turn}` } });
const expected = [
  [{ turn: { $in: [1, 2] } }, ''],
  [{ turn: { $nin: [1, 2] } }, '0 1 2 3'],
  [{ $or: [{ turn: 1 }, { turn: { $eq: 2 } }] }, '1 2'],
  [{ turn: { $in: ['1', '2'] } }, '1 2'],
  [{ name: { $in: ['n1', 'n2'] } }, '1 2'],
  [{ name: { $nin: ['n1', 'n2'] } }, '0 3'],
];
let same = true;
for (const [filter, wanted] of expected) {
  const seen = (await index.queryItems([1, 0], '', 10, filter)).map(({ item }) => item.id).sort().join(' ');
  console.log(`vectra 0.15.0: ${JSON.stringify(filter)} gives ${seen || 'none'}`);
  same = same && seen === wanted;
}
process.exit(same ? 0 : 1);
JS
node run.mjs
