const { mkdtempSync, readFileSync, rmSync, existsSync } = require('node:fs');
const { fork } = require('node:child_process');
const { createServer } = require('node:net');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { once } = require('node:events');
const { startStack } = require('./stack.js');
const { ActionableError } = require('../terminal/output.js');
const { serviceNames } = require('./service-environment.js');

const entry = () => join(__dirname, 'fixtures/service.js');
const outside = { ...process.env, NATS_URL: 'nats://127.0.0.1:1' };
const named = Object.fromEntries(serviceNames.map((name) => [name, { env: { NAME: name } }]));
const running = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const until = async (what) => {
  for (let i = 0; i < 500 && !what(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  return what();
};

let home;
let stack;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'crumbtrail-stack-'));
});
afterEach(async () => {
  await stack?.destroy();
  stack = undefined;
  rmSync(home, { recursive: true, force: true });
});
const begin = async (options) => (stack = await startStack({ home, entry, outside, services: named, ...options }));

test('every service runs, and the store is stopped last', async () => {
  await begin();
  const pids = Object.values(stack.pids());
  expect(pids).toHaveLength(serviceNames.length);
  await stack.stop();
  expect(pids.filter(running)).toEqual([]);
  const notes = readFileSync(join(home, 'notes.txt'), 'utf8').trim().split('\n');
  expect(notes).toHaveLength(serviceNames.length);
  expect(notes.at(-1)).toBe('breadcrumb-store drained');
});

test('a killed service is replaced, a halted one stays down until it is started', async () => {
  await begin();
  const before = stack.pids().conductor;
  await stack.kill('conductor');
  expect(await until(() => stack.pids().conductor)).not.toBe(before);
  await stack.halt('gateway');
  expect(stack.pids().gateway).toBeUndefined();
  await stack.start('gateway');
  expect(stack.pids().gateway).toBeGreaterThan(0);
});

test('replicas run in separate processes', async () => {
  await begin({ services: { ...named, conductor: { replicas: 2 }, gateway: false } });
  expect(Object.keys(stack.pids()).sort()).toEqual([
    'agent-executor',
    'breadcrumb-store',
    'conductor',
    'conductor-2',
    'context-builder',
    'memory-keeper',
    'tool-runner',
  ]);
});

test('a service that keeps failing is given up with its own error sentence', async () => {
  const failed = begin({ services: { ...named, conductor: { env: { STUB: 'refuse' } } } });
  await expect(failed).rejects.toThrow(/^conductor could not start: it is told to refuse\. The whole log: /);
});

test('a start that stands still is given up with what it waits for and what to do', async () => {
  process.env.START_STILL_S = '2';
  const failed = begin({ services: { ...named, conductor: { env: { STUB: 'mute' } } } });
  await expect(failed).rejects.toThrow(/nothing has moved for 2 s: conductor: is starting\. Run `npm start` again/);
  delete process.env.START_STILL_S;
});

test('a start that is slow and still moves is waited for longer than its limit', async () => {
  process.env.START_STILL_S = '2';
  await begin({ services: { ...named, conductor: { env: { NAME: 'conductor', STUB: 'slow' } } } });
  expect(stack.pids().conductor).toBeGreaterThan(0);
  delete process.env.START_STILL_S;
});

test('one home folder can hold only one running stack', async () => {
  await begin();
  await expect(startStack({ home, entry, outside })).rejects.toThrow(
    /is in use by a running Crumbtrail \(process \d+\)/,
  );
});

test('a port in use is reported in one sentence', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await expect(startStack({ home, entry, outside, port })).rejects.toThrow(ActionableError);
  await expect(startStack({ home, entry, outside, port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use`);
  server.close();
});

test('no process outlives a killed supervisor', async () => {
  const supervisor = fork(join(__dirname, 'fixtures/supervisor.js'), [home]);
  const [pids] = await once(supervisor, 'message');
  supervisor.kill('SIGKILL');
  expect(await until(() => !Object.values(pids).some(running))).toBe(true);
  expect(existsSync(join(home, 'notes.txt'))).toBe(true);
});
