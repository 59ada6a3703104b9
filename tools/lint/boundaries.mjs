import { createProjectGraphAsync } from '@nx/devkit';

// The rule reads Nx's cached project graph and allows every import when there is none, so create it first.
Object.assign(process.env, { NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false' });
await createProjectGraphAsync();

/** Which package may import which, by tag. Every row lists the tags that a package may import and those that it may not. */
const nest = ['@nestjs/*'];
const road = ['nats', '@nats-io/*'];
const drivers = ['pg', 'pgvector', 'typeorm', '@nestjs/typeorm', '@electric-sql/*'];
const models = ['openai'];

const row = (sourceTag, tags, bannedExternalImports = []) => ({
  sourceTag,
  onlyDependOnLibsWithTags: tags.map((tag) => `type:${tag}`),
  ...(bannedExternalImports.length ? { bannedExternalImports } : {}),
});

export const matrix = [
  row('type:contract', ['contract'], [...nest, ...road, ...drivers, ...models]),
  row('type:platform', ['contract', 'platform'], [...road, ...drivers, ...models]),
  row('type:bus', ['contract', 'platform', 'bus'], [...drivers, ...models]),
  row('type:kit', ['contract', 'platform', 'bus', 'kit'], [...road, ...drivers]),
  row('scope:hints', ['contract', 'platform', 'kit'], [...nest, ...models]),
  row('scope:lore', ['contract', 'kit'], [...nest, ...road, ...drivers, ...models]),
  row('scope:text', [], [...nest, ...road, ...drivers, ...models]),
  row('scope:memory', ['contract', 'kit'], [...nest, ...road, ...drivers, ...models]),
  row('scope:prompting', ['contract', 'kit'], [...nest, ...models]),
  row('scope:models', ['contract', 'kit'], nest),
  row('scope:tool-runtime', ['contract', 'platform', 'bus', 'kit'], models),
  row('scope:agent-kit', ['contract', 'platform', 'bus', 'kit'], models),
  row('scope:formatting', ['contract'], [...nest, ...road, ...drivers, ...models, 'ajv', 'zod', 'pino']),
  // A page: the client, and names and types of contracts.
  row('scope:console', ['contract', 'kit'], [...nest, ...road, ...drivers, ...models, 'ajv', 'zod', 'pino']),
  row('scope:client', ['contract', 'platform', 'kit'], [...nest, ...models]),
  row('type:app', ['contract', 'platform', 'kit', 'app', 'tool'], [...road, ...drivers, ...models]),
  row('type:testing', ['contract', 'platform', 'bus', 'kit', 'app', 'testing', 'tool']),
  row('type:tool', ['contract', 'platform', 'bus', 'kit', 'app', 'testing', 'tool']),
  row('type:e2e', ['contract', 'platform', 'bus', 'kit', 'app', 'testing', 'tool', 'e2e']),
];
const service = row('type:service', ['contract', 'platform', 'bus', 'kit'], [...road, ...models]);
const withTesting = (constraint) => ({
  ...constraint,
  onlyDependOnLibsWithTags: [...constraint.onlyDependOnLibsWithTags, 'type:testing'],
});

const enforce = (depConstraints) => ({
  '@nx/enforce-module-boundaries': ['error', { enforceBuildableLibDependency: true, allow: [], depConstraints }],
});

export const boundaries = [
  {
    files: ['**/*.ts', '**/*.tsx', 'tools/**/*.js', 'tools/**/*.mjs'],
    ignores: ['**/jest.config.js'],
    rules: enforce([...matrix, service]),
  },
  {
    files: ['**/*.spec.ts', '**/*.spec.tsx', '**/test/**/*.ts'],
    rules: enforce([...matrix, service].map(withTesting)),
  },
];
