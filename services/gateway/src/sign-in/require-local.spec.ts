import { isLocal } from './require-local';

const local = (remoteAddress: string, headers: Record<string, string> = {}): boolean =>
  isLocal({ socket: { remoteAddress }, headers: { host: '127.0.0.1:7070', ...headers } } as never);

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('sign-in links: %s is this machine', (address) => {
  expect(local(address)).toBe(true);
});

test.each<[string, string, Record<string, string>]>([
  ['another machine', '192.168.1.7', {}],
  ['another machine that claims a loopback host', '10.0.0.2', { host: 'localhost:7070' }],
  ['a name that resolves to this machine (DNS rebinding)', '127.0.0.1', { host: 'evil.example:7070' }],
  ['a proxy on this machine that names its client', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }],
  ['a proxy on this machine that names itself', '127.0.0.1', { via: '1.1 proxy' }],
])('sign-in links: %s is not this machine', (_, address, headers) => {
  expect(local(address, headers)).toBe(false);
});
