const { mkdtempSync, readFileSync, rmSync, statSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { connect } = require('nats');
const { startStack } = require('./stack.js');

const entry = () => join(__dirname, 'fixtures/service.js');
const { NATS_URL: _, ...outside } = process.env;
const running = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

let home;
let stack;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'crumbtrail-nats-'));
  stack = await startStack({ home, entry, outside });
});
afterAll(async () => {
  await stack?.stop();
  rmSync(home, { recursive: true, force: true });
});

const password = (user) => readFileSync(join(home, 'secrets', `nats-${user}`), 'utf8');
const login = (user, pass) => connect({ servers: stack.natsUrl, user, pass, reconnect: false });

test('a service can connect with its own password', async () => {
  const connection = await login('conductor', password('conductor'));
  expect(connection.info.jetstream).toBe(true);
  await connection.close();
});

test('a connection without a password or with that of another service is rejected', async () => {
  await expect(connect({ servers: stack.natsUrl, reconnect: false })).rejects.toThrow(/Authorization/);
  await expect(login('breadcrumb-store', password('conductor'))).rejects.toThrow(/Authorization/);
});

test('secrets are readable by their owner only', () => {
  for (const file of ['nats.conf', 'secrets/nats-gateway']) expect(statSync(join(home, file)).mode & 0o777).toBe(0o600);
});

test('a nats-server that dies is replaced at the same address', async () => {
  const before = stack.pids()['nats-server'];
  await stack.kill('nats-server');
  const connection = await connect({
    servers: stack.natsUrl,
    user: 'gateway',
    pass: password('gateway'),
    waitOnFirstConnect: true,
    reconnectTimeWait: 50,
  });
  expect(stack.pids()['nats-server']).not.toBe(before);
  await connection.close();
});

test('stopping the stack stops nats-server', async () => {
  const pid = stack.pids()['nats-server'];
  expect(running(pid)).toBe(true);
  await stack.stop();
  expect(running(pid)).toBe(false);
});
