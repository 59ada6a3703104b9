const { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { root } = require('../paths.js');
const { agentsIn, hostEnv, serviceEnv, serviceNames } = require('./service-environment.js');

const outside = {
  PATH: '/bin',
  MODEL_API_KEY: 'k',
  DATABASE_URL: 'd',
  OPENAI_API_KEY: 'o',
  SETTINGS_KEY: 's',
  AWS_SECRET: 's',
  PORT: '1',
};
const knows = (variable) => serviceNames.filter((name) => variable in serviceEnv(name, { outside, own: {} }));

test('a model key is passed only to the service that calls models', () => {
  expect(knows('MODEL_API_KEY')).toEqual(['agent-executor']);
});

test('the key of the installation is passed only to the services that encrypt and decrypt', () => {
  expect(knows('SETTINGS_KEY')).toEqual(['agent-executor', 'tool-runner', 'gateway']);
});

test('the keys of agents elsewhere are passed only to the service that prompts them, and where agents meet also to the one that publishes some', () => {
  const given = { A2A_KEYS: '{}', AGENTS_NATS_URL: 'nats://x', AGENTS_NATS_PASSWORD_FILE: '/p' };
  const knowing = (variable) =>
    serviceNames.filter((name) => variable in serviceEnv(name, { outside: given, own: {} }));
  expect(knowing('A2A_KEYS')).toEqual(['agent-executor']);
  for (const variable of ['AGENTS_NATS_URL', 'AGENTS_NATS_PASSWORD_FILE'])
    expect(knowing(variable)).toEqual(['agent-executor', 'gateway']);
});

test('every process is told how to hand out memory, unless whoever starts it says otherwise', () => {
  expect(hostEnv({ outside, own: {} }).MALLOC_ARENA_MAX).toBe('2');
  expect(serviceEnv('gateway', { outside, own: {} }).MALLOC_ARENA_MAX).toBe('2');
  expect(serviceEnv('gateway', { outside: { MALLOC_ARENA_MAX: '8' }, own: {} }).MALLOC_ARENA_MAX).toBe('8');
});

test('the database address is passed only to the store', () => {
  expect(knows('DATABASE_URL')).toEqual(['breadcrumb-store']);
});

test('variables that no service declares are passed to none', () => {
  expect([...knows('OPENAI_API_KEY'), ...knows('AWS_SECRET')]).toEqual([]);
});

test('a configured NATS login is used only with a configured NATS server', () => {
  const login = { NATS_USER: 'me', NATS_PASSWORD: 'p' };
  expect(serviceEnv('conductor', { outside: login, own: {} })).not.toHaveProperty('NATS_USER');
  expect(serviceEnv('conductor', { outside: { ...login, NATS_URL: 'nats://x' }, own: {} })).toMatchObject(login);
});

test('an agent service is recognised by its package.json, and gets the variables listed there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-agents-'));
  const service = (name, manifest) => {
    mkdirSync(join(folder, name));
    if (manifest) writeFileSync(join(folder, name, 'package.json'), JSON.stringify(manifest));
  };
  service('weather', { crumbtrail: { agent: 'weather', environment: ['WEATHER_'] } });
  service('gateway', { name: 'no agent' });
  service('half-made');
  const agents = agentsIn(folder);
  rmSync(folder, { recursive: true });
  expect(Object.keys(agents)).toEqual(['weather']);
  const gets = (name) => agents.weather.some((want) => (typeof want === 'string' ? want === name : want.test(name)));
  expect(['WEATHER_KEY', 'MODEL_NAME', 'DATABASE_URL', 'SOME_WEATHER_KEY'].map(gets)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

const configs = serviceNames
  .map((name) => ({ name, file: join(root, 'services', name, 'src/config.ts') }))
  .filter(({ file }) => existsSync(file));

/** Readers are not run by `npm start`, and a variable of so common a name in somebody's shell must not make its store one. */
const NOT_PASSED = ['ROLE'];

const variablesIn = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/^\s+([A-Z][A-Z0-9_]+):/gm)].map(([, variable]) => variable);

test.each(configs)('every variable that $name reads is described in its README or in running.md', ({ name, file }) => {
  const pages = [join('services', name, 'README.md'), 'docs/guides/running.md'];
  const described = pages.map((page) => readFileSync(join(root, page), 'utf8')).join('');
  expect(variablesIn(file).filter((variable) => !described.includes(`\`${variable}\``))).toEqual([]);
});

test.each(configs)('every variable that $name reads is passed to it', ({ name, file }) => {
  const read = variablesIn(file).filter((variable) => !NOT_PASSED.includes(variable));
  const outside = Object.fromEntries(read.map((variable) => [variable, 'x']));
  expect(Object.keys(serviceEnv(name, { outside, own: {} }))).toEqual(expect.arrayContaining(read));
});
