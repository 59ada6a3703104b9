// Jest runs the libs' sources as CommonJS: swc compiles TypeScript, and the packages below that ship nothing but ES modules.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { SHARED_MODULES } = require('./tools/setup/jest/shared-modules.js');

const esmOnly = [
  '@nestjs',
  'stream-json',
  'stream-chain',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'uuid',
  '@clack',
  'sisteransi',
  'fast-[a-z-]*width',
  'fast-wrap-ansi',
  'jose',
  'get-east-asian-width',
];
const shared = join(__dirname, 'tools/setup/jest');
const swc = JSON.parse(readFileSync(join(__dirname, '.swcrc'), 'utf8'));

const transform = (compiler) => ['@swc/jest', { ...compiler, swcrc: false }];
/** The front door of libs/testing exports more than any spec uses: it loads what is heavy at its first use. */
const lazy = { ...swc, module: { ...swc.module, lazy: ['@crumbtrail/bus', '@crumbtrail/platform', 'nats'] } };

module.exports = {
  testEnvironment: join(shared, 'environment.js'),
  moduleNameMapper: {
    ...Object.fromEntries(
      SHARED_MODULES.map((name) => [`^${name}$`, join(shared, 'shared', `${name.replaceAll('/', '-')}.js`)]),
    ),
    '^@swc-node/register$': join(shared, 'typescript-hook.js'),
  },
  testTimeout: 60_000,
  testEnvironmentOptions: { customExportConditions: ['@crumbtrail/source', 'node', 'require', 'default'] },
  testMatch: ['**/*.spec.ts', '**/*.spec.js'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/out-tsc/', '/fixtures/'],
  modulePathIgnorePatterns: ['/dist/', '/out-tsc/'],
  // The first pattern that matches decides.
  transform: { '/libs/testing/src/': transform(lazy), '^.+\\.(?:[cm]?[jt]s)$': transform(swc) },
  transformIgnorePatterns: [`/node_modules/(?!(?:${esmOnly.join('|')})/)`],
  setupFiles: [require.resolve('reflect-metadata')],
};
