const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

/** Each canary is a line of code that breaks a rule of its folder: [rule, file, code, expected message]. */
const boundaries = '@nx/enforce-module-boundaries';
const imports = (name) => `import * as it from '${name}';\nexport const used = it;\n`;
const syntax = 'no-restricted-syntax';
const lines = (count, line) => Array.from({ length: count }, (_, i) => line(i)).join('\n');

const canaries = [
  [boundaries, 'libs/contracts/src/canary.ts', imports('@crumbtrail/platform'), /Circular dependency/],
  [boundaries, 'libs/contracts/src/canary.ts', imports('@nestjs/common'), /@nestjs\/common/],
  [boundaries, 'libs/platform/src/canary.ts', imports('@crumbtrail/bus'), /Circular dependency/],
  [boundaries, 'libs/platform/src/canary.ts', imports('nats'), /nats/],
  [boundaries, 'libs/bus/src/canary.ts', imports('@crumbtrail/client'), /type:bus/],
  [boundaries, 'libs/bus/src/canary.ts', imports('pg'), /pg/],
  [boundaries, 'libs/hints/src/canary.ts', imports('@crumbtrail/bus'), /scope:hints/],
  [boundaries, 'libs/hints/src/canary.ts', imports('@nestjs/common'), /@nestjs\/common/],
  [boundaries, 'libs/lore/src/canary.ts', imports('@crumbtrail/platform'), /scope:lore/],
  [boundaries, 'libs/memory/src/canary.ts', imports('@crumbtrail/platform'), /scope:memory/],
  [boundaries, 'libs/client/src/canary.ts', imports('@crumbtrail/bus'), /scope:client/],
  [boundaries, 'libs/client/src/canary.ts', imports('openai'), /openai/],
  [boundaries, 'services/console/src/canary.tsx', imports('@crumbtrail/bus'), /scope:console/],
  [boundaries, 'services/console/src/canary.tsx', imports('ajv'), /ajv/],
  [boundaries, 'libs/agent-kit/src/canary.ts', imports('@crumbtrail/cli'), /type:kit/],
  [boundaries, 'libs/agent-kit/src/canary.ts', imports('typeorm'), /typeorm/],
  [boundaries, 'libs/agent-kit/src/canary.ts', imports('openai'), /openai/],
  [boundaries, 'libs/prompting/src/canary.ts', imports('@crumbtrail/bus'), /scope:prompting/],
  [boundaries, 'libs/prompting/src/canary.ts', imports('openai'), /openai/],
  [boundaries, 'libs/models/src/canary.ts', imports('@nestjs/common'), /@nestjs\/common/],
  [boundaries, 'libs/tool-runtime/src/canary.ts', imports('openai'), /openai/],
  [boundaries, 'libs/cli/src/canary.ts', imports('@crumbtrail/bus'), /type:app/],
  [boundaries, 'libs/cli/src/canary.ts', imports('nats'), /nats/],
  [
    boundaries,
    'libs/testing/src/canary.ts',
    imports('../../../services/gateway/src/main'),
    /relative or absolute path/,
  ],
  [boundaries, 'services/conductor/src/canary.ts', imports('../../gateway/src/main'), /relative or absolute path/],
  [boundaries, 'services/conductor/src/canary.ts', imports('@crumbtrail/testing'), /type:service/],
  [boundaries, 'services/conductor/src/canary.ts', imports('nats'), /nats/],
  [boundaries, 'e2e/canary.ts', imports('../services/gateway/src/main'), /relative or absolute path/],
  [boundaries, 'tools/setup/canary.mjs', imports('../../services/gateway/src/main'), /relative or absolute path/],
  [syntax, 'libs/bus/src/canary.ts', `export * from './subjects';\n`, /List the exported names/],
  [syntax, 'libs/bus/src/canary.ts', 'export const spread = { ...{ a: 1 } };\n', /write its members/],
  [syntax, 'libs/bus/test/canary.ts', "export const spread = [...['a']];\n", /write its members/],
  [syntax, 'e2e/canary.ts', 'export const at = (...[a]: [number]) => a;\n', /take parameters/],
  [syntax, 'libs/bus/src/canary.ts', 'export const at = ([a]: [number]) => a;\n', /take parameters/],
  [syntax, 'libs/bus/src/canary.ts', `export const name = 'user.message.v1';\n`, /wire name is written once/],
  [
    syntax,
    'libs/bus/test/canary.ts',
    'export const add = (...[a, b]: Parameters<typeof Math.pow>): number => a + b;\n',
    /A tuple in place of parameters/,
  ],
  [syntax, 'services/gateway/src/door/index.ts', `export const door = 1;\n`, /index\.ts is allowed only/],
  ...['text', 'plan', 'gather', 'select', 'format', 'fit', 'explain'].map((folder) => [
    syntax,
    `services/context-builder/src/${folder}/canary.ts`,
    `export const at = () => Date.now();\n`,
    /no clock/,
  ]),
  [syntax, 'services/context-builder/src/select/canary.ts', `export const at = () => new Date();\n`, /no clock/],
  [syntax, 'services/conductor/src/decide.ts', `export const dice = () => Math.random();\n`, /no randomness/],
  [syntax, 'libs/hints/src/canary.ts', `export const id = () => crypto.randomUUID();\n`, /no randomness/],
  [
    'no-restricted-properties',
    'services/gateway/src/canary.ts',
    `export const port = process.env['PORT'];\n`,
    /config\.ts/,
  ],
  [
    'no-restricted-imports',
    'services/gateway/src/canary.ts',
    `import { env } from 'node:process';\nexport const e = env;\n`,
    /config\.ts/,
  ],
  [
    syntax,
    'services/console/src/canary.tsx',
    'export const X = () => <p dangerouslySetInnerHTML={{ __html: "x" }} />;\n',
    /as text and never as markup/,
  ],
  [
    'max-lines-per-function',
    'services/console/src/canary.tsx',
    `export function Long() {\n${lines(61, (i) => `  console.log(${i});`)}\n}\n`,
    /too many lines/,
  ],
  ['max-lines', 'libs/bus/src/canary.ts', lines(301, (i) => `export const c${i} = ${i};`), /too many lines/],
  [
    'max-lines-per-function',
    'libs/bus/src/canary.ts',
    `export function long() {\n${lines(41, (i) => `  console.log(${i});`)}\n}\n`,
    /too many lines/,
  ],
  [
    'complexity',
    'libs/bus/src/canary.ts',
    `export const c = (a: number) => {\n${lines(10, (i) => `  if (a === ${i}) return ${i};`)}\n  return a;\n};\n`,
    /complexity/,
  ],
  [
    'max-depth',
    'libs/bus/src/canary.ts',
    'export function deep(a: boolean) {\n  if (a) { if (a) { if (a) { if (a) return 1; } } }\n  return 0;\n}\n',
    /nested too deeply/,
  ],
  [
    'max-params',
    'libs/bus/src/canary.ts',
    'export const p = (a: 1, b: 1, c: 1, d: 1, e: 1) => [a, b, c, d, e];\n',
    /too many parameters/,
  ],
  [
    '@eslint-community/eslint-comments/require-description',
    'libs/bus/src/canary.ts',
    '/* eslint-disable max-lines */\nexport const a = 1;\n',
    /description/,
  ],
  [
    '@eslint-community/eslint-comments/no-unlimited-disable',
    'libs/bus/src/canary.ts',
    '/* eslint-disable -- because */\nexport const a = 1;\n',
    /rule names/i,
  ],
];

/** Lines that are allowed in their files. */
const allowed = [
  ['services/conductor/src/canary.spec.ts', imports('@crumbtrail/testing')],
  ['services/conductor/src/canary.ts', imports('@crumbtrail/bus')],
  ['libs/bus/src/canary.ts', imports('nats')],
  ['libs/models/src/canary.ts', imports('openai')],
  ['libs/contracts/src/canary.ts', `export const name = 'user.message.v1';\n`],
  ['services/console/src/canary.tsx', imports('@crumbtrail/client')],
  ['services/gateway/src/config.ts', `export const port = process.env['PORT'];\n`],
  ['services/gateway/src/main.ts', `export const at = () => new Date();\n`],
  [
    'libs/bus/src/canary.ts',
    `/* eslint-disable max-lines -- a table */\n${lines(301, (i) => `export const c${i} = ${i};`)}`,
  ],
];

let reports;
beforeAll(() => {
  const input = JSON.stringify([...canaries.map(([, file, code]) => [file, code]), ...allowed]);
  const linter = join(__dirname, 'lint-texts.mjs');
  reports = JSON.parse(execFileSync(process.execPath, [linter], { input, encoding: 'utf8', maxBuffer: 64 << 20 }));
}, 120_000);

test.each(canaries.map((canary, i) => [canary[0], canary[1], i]))('%s fires in %s (%i)', (rule, _file, i) => {
  const messages = reports[i].filter(({ ruleId }) => ruleId === rule).map(({ message }) => message);
  expect(messages.join('\n')).toMatch(canaries[i][3]);
});

test.each(allowed.map(([file], i) => [file, i]))('%s is accepted (%i)', (_file, i) => {
  expect(reports[canaries.length + i]).toEqual([]);
});
