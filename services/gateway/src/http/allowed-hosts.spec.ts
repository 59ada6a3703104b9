import type { Response } from 'express';
import { type HostPolicy, requireAllowedHost } from './allowed-hosts';

const answers = (host: string | undefined, policy: HostPolicy): boolean => {
  let passed = false;
  try {
    requireAllowedHost(policy)({ headers: host === undefined ? {} : { host } }, {} as Response, () => (passed = true));
  } catch (error) {
    expect((error as Error).message).toContain('ALLOWED_HOSTS');
  }
  return passed;
};

describe('the host of a request', () => {
  test.each(['127.0.0.1:7070', 'localhost', 'Localhost:7070', '[::1]:7070', 'app.localhost', undefined])(
    'is answered on the loopback address if it names that: %s',
    (host) => {
      expect(answers(host, { listensOn: '127.0.0.1' })).toBe(true);
    },
  );

  test.each(['evil.example', 'localhost.evil.example:7070', '127.0.0.1.evil.example', '192.168.1.5'])(
    'is refused on the loopback address if it names another: %s',
    (host) => {
      expect(answers(host, { listensOn: '127.0.0.1' })).toBe(false);
    },
  );

  test('is answered if the configuration allows it, or if the gateway listens on other addresses', () => {
    expect(answers('Crumbs.example', { listensOn: 'localhost', allowed: ['crumbs.example'] })).toBe(true);
    expect(answers('anything.example', { listensOn: '0.0.0.0' })).toBe(true);
  });
});
