import { generateKeyPairSync } from 'node:crypto';
import { gatewayConfig } from './config';

test('gateway config: without variables the gateway listens on the loopback address, port 7070', () => {
  expect(gatewayConfig({}).http).toEqual({ host: '127.0.0.1', port: 7070, allowedHosts: [] });
});

test('gateway config: ALLOWED_HOSTS is a list', () => {
  expect(gatewayConfig({ ALLOWED_HOSTS: 'a.example, b.example' }).http.allowedHosts).toEqual([
    'a.example',
    'b.example',
  ]);
});

test('gateway config: all invalid variables are reported together, by name', () => {
  expect(() => gatewayConfig({ PORT: 'high', LOG_LEVEL: 'loud' })).toThrow(/LOG_LEVEL.*PORT|PORT.*LOG_LEVEL/);
});

test('gateway config: the gateway connects to NATS as the service gateway, with the given credentials', () => {
  const { bus } = gatewayConfig({ NATS_URL: 'nats://n', NATS_USER: 'gateway', NATS_PASSWORD: 's' });
  expect(bus).toEqual({ servers: 'nats://n', service: 'gateway', user: 'gateway', password: 's' });
});

test('gateway config: NATS_CREDS is what the gateway logs in with', () => {
  expect(gatewayConfig({ NATS_CREDS: 'jwt and seed' }).bus).toMatchObject({ credentials: 'jwt and seed' });
});

test('gateway config: without CELLS there are no further cells', () => {
  expect(gatewayConfig({}).cells).toEqual([]);
});

test('gateway config: CELLS names further cells, with their own login or that of the gateway', () => {
  const CELLS = 'eu=nats://gateway:a%2Cb%25@eu.example, us=nats://us.example:4333';
  expect(gatewayConfig({ CELLS }).cells).toEqual([
    { name: 'eu', servers: 'nats://eu.example:4222', login: { user: 'gateway', password: 'a,b%' } },
    { name: 'us', servers: 'nats://us.example:4333' },
  ]);
});

test.each([
  ['no name', 'nats://gateway:secret@host', 'entry 1 must be like'],
  ['a name with capitals', 'EU=nats://gateway:secret@host', 'entry 1 must be like'],
  ['another protocol', 'us=nats://host,eu=https://gateway:secret@host', 'entry 2 must be like'],
  ['a path', 'eu=nats://gateway:secret@host/path', 'entry 1 must be like'],
  ['no host', 'eu=nats://gateway:secret@', 'entry 1 must be like'],
  ['a port that is none', 'eu=nats://gateway:secret@host:port', 'entry 1 must be like'],
  ['the name of the own cell', 'home=nats://gateway:secret@host', 'entry 1 must have another name'],
  ['a name twice', 'eu=nats://host,eu=nats://gateway:secret@other', 'entry 2 has the name of an entry before it'],
  ['a password without a user', 'eu=nats://:secret@host', 'entry 1 must have both'],
  ['a percent sign that stands for nothing', 'eu=nats://gateway:secret%@host', 'entry 1 must have a user'],
])('gateway config: CELLS with %s is reported, and never the secret', (_, CELLS, reason) => {
  const read = () => gatewayConfig({ CELLS });
  expect(read).toThrow(`CELLS is wrong: ${reason}`);
  expect(read).not.toThrow('secret');
});

const pemOf = (key: ReturnType<typeof generateKeyPairSync>['privateKey']): string =>
  key.export({ format: 'pem', type: 'pkcs8' }) as string;

test('gateway config: agent cards are signed with A2A_CARD_KEY, and then PUBLIC_URL has to be said', () => {
  const A2A_CARD_KEY = pemOf(generateKeyPairSync('ed25519').privateKey);
  const { a2a } = gatewayConfig({ A2A_CARD_KEY, PUBLIC_URL: 'https://agents.example.org/' });
  expect(a2a).toMatchObject({
    publicUrl: 'https://agents.example.org',
    signing: { publicUrl: 'https://agents.example.org' },
  });
  expect(() => gatewayConfig({ A2A_CARD_KEY })).toThrow('PUBLIC_URL is missing');
});

test.each([
  ['no key', 'secret words'],
  ['another curve', pemOf(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey)],
  ['another algorithm', pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)],
])('gateway config: A2A_CARD_KEY with %s is reported, and never shown', (_, A2A_CARD_KEY) => {
  const read = () => gatewayConfig({ A2A_CARD_KEY, PUBLIC_URL: 'https://agents.example.org' });
  expect(read).toThrow('A2A_CARD_KEY is wrong: expected a private key in PEM');
  expect(read).not.toThrow(A2A_CARD_KEY.split('\n').at(1) ?? A2A_CARD_KEY);
});
