const { execFileSync, spawn } = require('node:child_process');
const { once } = require('node:events');
const { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { connect } = require('nats');
const { cache, root } = require('../paths.js');
const { discover } = require('../programs/nats-server.js');
const { freePort } = require('./port.js');
const { serviceNames } = require('./service-environment.js');

/** The folders of Docker Compose on this machine: its secrets, and the broker's configuration. */
let folder;
let server;
let port;

/** What this machine's nats-server cannot have: another port, another folder, and before 2.10 no syncing of each message. */
const onThisMachine = (config) =>
  config
    .replace('port: 4222', `port: ${port}`)
    .replace('host: "0.0.0.0"', 'host: "127.0.0.1"')
    .replace(/^http: .*$/m, '')
    .replace('store_dir: "/data"', `store_dir: ${JSON.stringify(join(folder, 'data'))}`)
    .replace(/^ *sync_interval: always$/m, '');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crumbtrail-compose-'));
  mkdirSync(join(folder, 'deploy'));
  for (const file of ['docker-compose.yml', 'deploy/secrets.sh']) cpSync(join(root, file), join(folder, file));
  execFileSync('sh', ['deploy/secrets.sh', '--agents', '--events'], { cwd: folder });
  const file = join(folder, 'nats.conf');
  const passwords = join(folder, 'deploy/secrets/nats_passwords.conf');
  const env = { ...process.env, EVENTS_NATS_WORKSPACE: 'shop' };
  execFileSync(process.execPath, [join(root, 'deploy/nats-config.js'), passwords, file], { env });
  port = await freePort();
  writeFileSync(file, onThisMachine(readFileSync(file, 'utf8')));
  const { file: program } = discover({ env: process.env, cacheFolder: cache() });
  server = spawn(program, ['-c', file], { stdio: 'ignore' });
});
afterAll(async () => {
  const ended = once(server, 'exit');
  server.kill();
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

const login = (user, secret = user) =>
  connect({
    servers: `127.0.0.1:${port}`,
    user,
    pass: readFileSync(join(folder, 'deploy/secrets', `nats_${secret}`), 'utf8'),
    waitOnFirstConnect: true,
    maxReconnectAttempts: 50,
    reconnectTimeWait: 100,
    inboxPrefix: `_INBOX.${user}`,
  });

test.each(serviceNames)('Docker Compose: the broker lets %s in with its own password', async (service) => {
  const connection = await login(service);
  expect(connection.info.jetstream).toBe(true);
  await connection.close();
});

test('Docker Compose: the broker refuses a service the subjects of others', async () => {
  const connection = await login('conductor');
  const errors = connection.status()[Symbol.asyncIterator]();
  connection.publish('$JS.API.STREAM.DELETE.CRUMBS');
  const { value } = await errors.next();
  expect(value.permissionContext).toMatchObject({ operation: 'publish', subject: '$JS.API.STREAM.DELETE.CRUMBS' });
  await connection.close();
});

test('Docker Compose: whoever meets the agents there reaches them, and no subject of a service', async () => {
  const connection = await login('agents');
  const errors = connection.status()[Symbol.asyncIterator]();
  connection.publish('agents.prompt.crumbtrail.default.assistant', 'hello');
  connection.publish('store.read.default.gateway');
  const { value } = await errors.next();
  expect(value.permissionContext).toMatchObject({ operation: 'publish', subject: 'store.read.default.gateway' });
  await connection.close();
});

test('Docker Compose: whoever reads events subscribes to those of EVENTS_NATS_WORKSPACE, and publishes nothing', async () => {
  const connection = await login('event-reader');
  const errors = connection.status()[Symbol.asyncIterator]();
  connection.subscribe('crumbs.shop.>');
  connection.subscribe('crumbs.default.>');
  connection.publish('crumbs.shop.created.user_message_v1._');
  const refused = [await errors.next(), await errors.next()].map(({ value }) => value.permissionContext);
  expect(refused).toMatchObject([
    { operation: 'subscription', subject: 'crumbs.default.>' },
    { operation: 'publish', subject: 'crumbs.shop.created.user_message_v1._' },
  ]);
  await connection.close();
});
