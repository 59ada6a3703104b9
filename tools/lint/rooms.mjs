/** Which constructs are allowed in which folder. */
const starExport = {
  selector: 'ExportAllDeclaration',
  message: 'List the exported names: `export *` hides what a package depends on.',
};
const wireName = {
  selector: 'Literal[value=/^[a-z]+([.-][a-z]+)*\\.v[0-9]+$/]',
  message: 'A wire name is written once, in libs/contracts: import the contract instead of spelling its name.',
};
const clocks = [
  'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
  'NewExpression[callee.name="Date"][arguments.length=0]',
];
const dice = [
  'CallExpression[callee.object.name="Math"][callee.property.name="random"]',
  'CallExpression[callee.property.name="randomUUID"]',
  'CallExpression[callee.name="randomUUID"]',
];
const impure = [
  ...clocks.map((selector) => ({ selector, message: 'Pure folders read no clock: take the time as an argument.' })),
  ...dice.map((selector) => ({
    selector,
    message: 'Pure folders use no randomness: take ids and random numbers as arguments.',
  })),
];
const roomless = {
  selector: 'Program',
  message: 'index.ts is allowed only at the root of a lib: import the file that declares the name.',
};

const markup = {
  selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
  message: 'Content from users is rendered as text and never as markup: pass it to React as a child.',
};

const literalSpreads = ['SpreadElement > ObjectExpression', 'SpreadElement > ArrayExpression'].map((selector) => ({
  selector,
  message: 'A spread of a literal has no purpose: write its members directly.',
}));

const tupleParameters = [
  ':function > RestElement > TSTypeAnnotation > TSTupleType',
  ':function > RestElement > ArrayPattern',
  ':function > ArrayPattern > TSTypeAnnotation > TSTupleType',
].map((selector) => ({
  selector,
  message: 'A tuple in place of parameters has no names: take parameters, or an object with a named type.',
}));
const everywhere = [starExport, ...literalSpreads, ...tupleParameters];

const restrict = (...entries) => ({ 'no-restricted-syntax': ['error', ...entries] });
const readonly = (names) => Object.fromEntries(names.map((name) => [name, 'readonly']));
const jestGlobals = ['describe', 'test', 'it', 'expect', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach', 'jest'];
const sources = ['libs/*/src/**/*.ts', 'services/*/src/**/*.ts', 'services/*/src/**/*.tsx'];
const specs = ['**/*.spec.ts', '**/*.spec.tsx', '**/test/**', 'libs/testing/**'];
const pure = [
  'services/*/src/{text,plan,gather,select,format,fit,explain}/**/*.ts',
  'services/*/src/{turn,append,pipeline,decide,decision,selector}*.ts',
  'libs/hints/src/**/*.ts',
  'libs/lore/src/**/*.ts',
  'libs/memory/src/**/*.ts',
  'libs/prompting/src/**/*.ts',
  'libs/contracts/src/**/*.ts',
];
const environment = 'Read process.env only in config.ts: pass the value in.';

export const rooms = [
  { files: ['**/*.js', '**/*.mjs', '**/*.cjs'], rules: restrict(...literalSpreads) },
  { files: ['**/*.ts', '**/*.tsx'], rules: restrict(...everywhere) },
  { files: sources, ignores: [...specs, 'libs/contracts/**'], rules: restrict(...everywhere, wireName, markup) },
  { files: pure, ignores: specs, rules: restrict(...everywhere, wireName, ...impure) },
  { files: ['libs/contracts/src/**/*.ts'], ignores: specs, rules: restrict(...everywhere, ...impure) },
  { files: ['libs/*/src/*/**/index.ts', 'services/*/src/**/index.ts'], rules: restrict(roomless) },
  {
    files: sources,
    ignores: [...specs, '**/config.ts'],
    rules: {
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: environment }],
      'no-restricted-imports': [
        'error',
        { paths: ['node:process', 'process'].map((name) => ({ name, importNames: ['env'], message: environment })) },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.cjs', '**/*.mjs'],
    languageOptions: { globals: readonly(Object.getOwnPropertyNames(globalThis)) },
  },
  {
    files: ['**/*.js', '**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: readonly(['require', 'module', 'exports', '__dirname', '__filename']),
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  { files: ['**/*.spec.js'], languageOptions: { globals: readonly(jestGlobals) } },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.js', '**/*.mjs', '**/*.cjs'],
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'off',
    },
  },
];
