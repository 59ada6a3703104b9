#!/bin/sh
# zod-from-json-schema 0.5.6 with zod 4.6.7: multipleOf with a decimal step refuses numbers that are multiples of it. Its README, under number validations, promises for multipleOf
# the handling of the precision of floating-point numbers. It divides, and allows the quotient an error that is measured against the smaller of the number and the step, though
# the error of a quotient grows with the quotient. A tool whose schema gives prices in cents, made into a zod schema for an agent, refuses one amount in seven as the arguments of
# a model. zod's own multipleOf, and zod's own reading of the same schema (z.fromJSONSchema), take them all.
# Seen: of the 10001 amounts from 0 to 100.00, multipleOf 0.01 refuses 1361, 0.28 first, 19.99 among them; with 0.1 it refuses 343 of 1001 from 0 to 100; 0.25 and the other two
# refuse none, and none of the three takes an amount that lies between.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts zod-from-json-schema@0.5.6 zod@4.6.7 >/dev/null
cat > run.mjs <<'JS'
import { z } from 'zod';
import { convertJsonSchemaToZod } from 'zod-from-json-schema';

const seen = [];
for (const [step, parts] of [
  [0.01, 100],
  [0.1, 10],
  [0.25, 4],
]) {
  const schema = { type: 'number', multipleOf: step };
  const amounts = Array.from({ length: 100 * parts + 1 }, (_, index) => index / parts);
  for (const [name, made] of [
    ['zod-from-json-schema 0.5.6', convertJsonSchemaToZod(schema)],
    ['zod 4.6.7', z.number().multipleOf(step)],
    ['zod 4.6.7, fromJSONSchema', z.fromJSONSchema(schema)],
  ]) {
    const refused = amounts.filter((amount) => !made.safeParse(amount).success);
    const between = amounts.filter((amount) => made.safeParse(amount + step / 2).success);
    seen.push(`${refused.length} ${between.length} ${refused.includes(19.99)}`);
    console.log(`${name}, multipleOf ${step}: refuses ${refused.length} of ${amounts.length} multiples (${refused.slice(0, 4).join(' ')}), takes ${between.length} others`);
  }
}
process.exit(seen.join() === process.argv[2] ? 0 : 1);
JS
node run.mjs '1361 0 true,0 0 false,0 0 false,343 0 false,0 0 false,0 0 false,0 0 false,0 0 false,0 0 false'
