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
