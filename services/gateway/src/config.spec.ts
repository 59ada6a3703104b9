import { gatewayConfig } from './config';

test('without any variable it hears this machine only, on port 7070', () => {
  expect(gatewayConfig({}).http).toEqual({ host: '127.0.0.1', port: 7070 });
});

test('all bad variables are reported together, by name', () => {
  expect(() => gatewayConfig({ PORT: 'high', LOG_LEVEL: 'loud' })).toThrow(/LOG_LEVEL.*PORT|PORT.*LOG_LEVEL/);
});

test('NATS is reached as the service gateway, with the credentials given', () => {
  const { bus } = gatewayConfig({ NATS_URL: 'nats://n', NATS_USER: 'gateway', NATS_PASSWORD: 's' });
  expect(bus).toEqual({ servers: 'nats://n', service: 'gateway', user: 'gateway', password: 's' });
});
