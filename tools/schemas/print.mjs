// Prints libs/contracts/src/generated from schemas/. `--check` prints nothing and fails when the printed files differ,
// or when an example does not behave as its folder says.
import { readdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { format, resolveConfig } from 'prettier';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const schemasDir = join(root, 'schemas');
const outDir = join(root, 'libs/contracts/src/generated');
const banner = '/* Printed from schemas/ by `npm run contracts:print`. Do not edit. */\n';
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Every schema file, as {name: 'user.message.v1', path, schema}; the envelope's two come as envelope.v1 and envelope.draft.v1. */
function readSchemas() {
  return readdirSync(schemasDir, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.schema.json'))
    .sort()
    .map((file) => {
      const name = `${dirname(file)}.${file.slice(dirname(file).length + 1, -'.schema.json'.length)}`;
      return { name, path: join(schemasDir, file), schema: readJson(join(schemasDir, file)) };
    });
}

/** Our own keyword says nothing about shape: the types do without it. */
function withoutRules(schema) {
  const plain = structuredClone(schema);
  delete plain['x-crumb'];
  return plain;
}

async function printTypes(schemas) {
  const parts = [];
  for (const { schema } of schemas) {
    parts.push(
      await compile(withoutRules(schema), schema.title, {
        bannerComment: '',
        format: true,
        unknownAny: true,
        ignoreMinAndMaxItems: true,
        declareExternallyReferenced: true,
      }),
    );
  }
  const config = (await resolveConfig(join(outDir, 'types.ts'))) ?? {};
  // Each schema is its own scope: helper types that two schemas share by name are printed once.
  const seen = new Set();
  const blocks = parts.join('\n').split(/\n(?=(?:\/\*\*|export ))/);
  const kept = [];
  let comment = '';
  for (const block of blocks) {
    const declared = /export (?:interface|type) (\w+)/.exec(block)?.[1];
    if (!declared) {
      comment += `${block}\n`;
      continue;
    }
    if (!seen.has(declared)) kept.push(comment + block);
    seen.add(declared);
    comment = '';
  }
  return format(banner + kept.join('\n'), { ...config, parser: 'typescript' });
}

async function printSchemas(schemas) {
  const config = (await resolveConfig(join(outDir, 'schemas.ts'))) ?? {};
  const entries = schemas.map(({ name, schema }) => `${JSON.stringify(name)}: ${JSON.stringify(schema)}`);
  return format(`${banner}export const schemas = {${entries.join(',\n')}} as const;\n`, {
    ...config,
    parser: 'typescript',
  });
}

function* examplesOf(path) {
  for (const kind of ['valid', 'invalid']) {
    const folder = join(path.replace('.schema.json', '.examples'), kind);
    const files = existsSync(folder) ? readdirSync(folder) : [];
    if (files.length === 0) yield { complaint: `${relative(root, folder)} holds no example; add one` };
    for (const file of files) yield { file: join(folder, file), kind };
  }
}

function checkExample({ complaint, file, kind }, validate) {
  if (complaint) return complaint;
  const accepted = validate(readJson(file));
  if (accepted === (kind === 'valid')) return null;
  return `${relative(root, file)} is ${accepted ? 'accepted' : `refused: ${JSON.stringify(validate.errors)}`}`;
}

function checkExamples(schemas) {
  const ajv = new Ajv2020.default({ allErrors: true, strict: false });
  addFormats.default(ajv);
  return schemas
    .filter(({ name }) => !name.startsWith('envelope.'))
    .flatMap(({ path, schema }) => {
      const validate = ajv.compile(schema);
      return [...examplesOf(path)].map((example) => checkExample(example, validate)).filter((line) => line !== null);
    });
}

const schemas = readSchemas();
const printed = { 'types.ts': await printTypes(schemas), 'schemas.ts': await printSchemas(schemas) };
const complaints = checkExamples(schemas);
for (const [file, text] of Object.entries(printed)) {
  const path = join(outDir, file);
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text)
    complaints.push(`${relative(root, path)} is not what schemas/ says; run: npm run contracts:print`);
}
if (complaints.length > 0) {
  for (const complaint of complaints) console.error(`contracts: ${complaint}`);
  process.exit(1);
}
console.log(`contracts: ${schemas.length} schemas, types printed and examples checked`);
