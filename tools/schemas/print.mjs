// Generates libs/contracts/src/generated from schemas/. Every build runs it when a schema has changed. It fails when an
// `x-crumb` is not what tools/schemas/x-crumb.schema.json allows, or when an example is invalid in `valid/` or valid in `invalid/`.
import { readdirSync, readFileSync, mkdirSync, writeFileSync, existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { format, resolveConfig } from 'prettier';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const schemasDir = join(root, 'schemas');
const outDir = join(root, 'libs/contracts/src/generated');
const rulesPath = join(root, 'tools/schemas/x-crumb.schema.json');
const banner = '/* Printed from schemas/ by tools/schemas/print.mjs, which every build runs. Do not edit. */\n';
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

/** Removes our own keyword, which does not affect the types. */
function withoutRules(schema) {
  const plain = structuredClone(schema);
  delete plain['x-crumb'];
  return plain;
}

const pascal = (name) => name.replace(/(?:^|[.-])([a-z])/g, (_, letter) => letter.toUpperCase());

/** `agent.def.v1` → `AgentDef`, `agent.def.v2` → `AgentDefV2`: the name of the contract's constant. */
const constantName = (name) => pascal(name).replace(/\.?V1$/, '');

/** `agent.def.v1` → `agentDef`: its key among the wire names. */
const wireKey = (name) => constantName(name).replace(/^./, (letter) => letter.toLowerCase());

const isKind = ({ name }) => !name.startsWith('envelope.');

async function prettify(file, text) {
  const config = (await resolveConfig(join(outDir, file))) ?? {};
  return format(text, { ...config, parser: 'typescript' });
}

/** The declarations of one printed schema, each with the comment above it. */
function declarationsOf(text) {
  const declarations = [];
  let comment = '';
  for (const block of text.split(/\n(?=(?:\/\*\*|export ))/)) {
    const name = /export (?:interface|type) (\w+)/.exec(block)?.[1];
    if (name) declarations.push({ name, text: comment + block });
    comment = name ? '' : `${comment}${block}\n`;
  }
  return declarations;
}

async function printTypes(schemas) {
  const options = {
    bannerComment: '',
    unknownAny: true,
    ignoreMinAndMaxItems: true,
    declareExternallyReferenced: true,
  };
  // Each schema is its own scope: a type that two schemas declare identically is printed once.
  const printed = new Map();
  for (const { name: from, schema } of schemas) {
    for (const { name, text } of declarationsOf(await compile(withoutRules(schema), schema.title, options))) {
      if ((printed.get(name) ?? text).trim() !== text.trim()) {
        throw new Error(
          `${from} declares a type ${name} that differs from an earlier schema's; give one of them another title`,
        );
      }
      printed.set(name, text);
    }
  }
  return prettify('types.ts', `${banner}${[...printed.values()].join('\n')}`);
}

/** One constant for each kind of crumb, and all of them. */
function printContracts(schemas) {
  const kinds = schemas.filter(isKind);
  const constants = kinds.map(({ name }) => `export const ${constantName(name)} = contract('${name}');`);
  const list = kinds.map(({ name }) => constantName(name)).join(', ');
  const text = [
    `import { contract, type Contract } from '../contract';\n`,
    ...constants,
    `\n/** Every kind of crumb that is published with the system. */`,
    `export const published: readonly Contract[] = [${list}];`,
  ];
  return prettify('contracts.ts', `${banner}\n${text.join('\n')}\n`);
}

/** The type of each kind's payload, by its wire name. */
function printPayloadTypes(schemas) {
  const lines = schemas.filter(isKind).map(({ name, schema }) => `'${name}': types.${schema.title};`);
  const doc = '/** The type of the payload of each kind of crumb, by wire name. */';
  const text = `import type * as types from './types';\n\n${doc}\nexport interface PayloadTypes {${lines.join('\n')}}\n`;
  return prettify('payload-types.ts', `${banner}${text}`);
}

/** Prints the wire names only. */
function printWireNames(schemas) {
  const lines = schemas.filter(isKind).map(({ name }) => `${wireKey(name)}: '${name}'`);
  const doc = '/** Wire names of all kinds of crumbs, for a page, which has no use for schemas and validators. */';
  return prettify('wire-names.ts', `${banner}${doc}\nexport const WIRE = {${lines.join(',')}} as const;\n`);
}

/** What the package exports of each kind of crumb: its type and its contract. */
function printKinds(schemas) {
  const types = schemas.map(({ schema }) => schema.title).join(', ');
  const constants = schemas.filter(isKind).map(({ name }) => constantName(name));
  const text = `export type { ${types} } from './types';\nexport { ${constants.join(', ')} } from './contracts';\n`;
  return prettify('kinds.ts', `${banner}${text}`);
}

function printSchemas(schemas) {
  const entries = schemas.map(({ name, schema }) => `${JSON.stringify(name)}: ${JSON.stringify(schema)}`);
  return prettify('schemas.ts', `${banner}export const schemas = {${entries.join(',\n')}} as const;\n`);
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
  return `${relative(root, file)} is ${accepted ? 'accepted' : `rejected: ${JSON.stringify(validate.errors)}`}`;
}

function newAjv() {
  const ajv = new Ajv2020.default({ allErrors: true, strict: false });
  addFormats.default(ajv);
  return ajv;
}

function checkExamples(schemas) {
  const ajv = newAjv();
  return schemas.filter(isKind).flatMap(({ path, schema }) => {
    const validate = ajv.compile(schema);
    return [...examplesOf(path)].map((example) => checkExample(example, validate)).filter((line) => line !== null);
  });
}

/** Every payload field that a schema's `x-crumb` rules mention. */
function fieldsNamed({ owner, session, recipient, key = [], belongs_to = {}, wakes = {} }) {
  const parts = key.flat().map((part) => (typeof part === 'string' ? part : part.field));
  const woken = [wakes.only, wakes.except, ...Object.keys(wakes.when ?? {})];
  return [owner, session, recipient, ...parts, ...Object.values(belongs_to), ...woken].filter(Boolean);
}

const hasField = (schema, path) => path.split('.').reduce((at, name) => at?.properties?.[name], schema) !== undefined;

function checkRulesOf({ name, schema }, validate) {
  const rules = schema['x-crumb'];
  if (!validate(rules)) return [`${name}: x-crumb is invalid: ${JSON.stringify(validate.errors)}`];
  const complaints = fieldsNamed(rules)
    .filter((field) => !hasField(schema, field))
    .map((field) => `${name}: x-crumb names the field ${field}, which the payload does not have`);
  if (rules.key && !rules.identity) complaints.push(`${name}: x-crumb has a key but no identity to derive an id from`);
  if (rules.singleton && !(rules.key?.length === 1)) {
    complaints.push(`${name}: a singleton has one key`);
  }
  if (schema.title !== pascal(name).replace('.', '')) complaints.push(`${name}: its title must be ${pascal(name)}`);
  return complaints;
}

function checkRules(schemas) {
  const validate = newAjv().compile(readJson(rulesPath));
  const complaints = schemas.filter(isKind).flatMap((one) => checkRulesOf(one, validate));
  const keys = new Map();
  for (const { name, schema } of schemas.filter(isKind)) {
    const { identity, key } = schema['x-crumb'];
    if (identity === undefined) continue;
    const text = JSON.stringify(key ?? []);
    if ((keys.get(identity) ?? text) !== text)
      complaints.push(`${name}: another schema derives ids of the identity ${identity} from a different key`);
    keys.set(identity, text);
  }
  return complaints;
}

const schemas = readSchemas();
const rules = { name: 'x-crumb', schema: readJson(rulesPath) };
const printed = {
  'types.ts': await printTypes([...schemas, rules]),
  'schemas.ts': await printSchemas(schemas),
  'payload-types.ts': await printPayloadTypes(schemas),
  'contracts.ts': await printContracts(schemas),
  'wire-names.ts': await printWireNames(schemas),
  'kinds.ts': await printKinds(schemas),
};
const complaints = [...checkRules(schemas), ...checkExamples(schemas)];
if (complaints.length > 0) {
  for (const complaint of complaints) console.error(`contracts: ${complaint}`);
  process.exit(1);
}
mkdirSync(outDir, { recursive: true });
for (const [file, text] of Object.entries(printed)) {
  const path = join(outDir, file);
  // A file that stays as it is keeps its time, so that nothing that imports it is compiled again.
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}
console.log(`contracts: ${schemas.length} schemas, examples checked, types printed`);
