import { natsServerConfig } from './nats-config';

const options = { host: '127.0.0.1', port: 4333, storeDir: '/data/with "quotes"', syncAlways: false };

describe('generated nats.conf', () => {
  it('quotes values, and prints references to the environment verbatim', () => {
    const users = [
      { user: 'breadcrumb-store', password: 'a"b\\c' },
      { user: 'gateway', password: { verbatim: '$GATEWAY_PASSWORD' } },
    ];
    const text = natsServerConfig({ ...options, users });
    expect(text).toContain('host: "127.0.0.1"\nport: 4333');
    expect(text).toContain('store_dir: "/data/with \\"quotes\\""');
    expect(text).toContain('user: "breadcrumb-store", password: "a\\"b\\\\c"');
    expect(text).toContain('user: "gateway", password: $GATEWAY_PASSWORD');
    expect(text).not.toContain('sync_interval');
  });

  it('makes JetStream sync to disk before each acknowledgement when configured to', () => {
    expect(natsServerConfig({ ...options, users: [], syncAlways: true })).toContain('sync_interval: always');
  });

  it('lets an agent that runs as its own service pull its durable and send requests in its own name, and denies it what only the store may do', () => {
    const users = [
      { user: 'breadcrumb-store', password: 'a' },
      { user: 'weather', password: 'b' },
    ];
    const line =
      natsServerConfig({ ...options, users })
        .split('\n')
        .find((one) => one.includes('user: "weather"')) ?? '';
    expect(line).toContain('"store.commit.*.weather"');
    expect(line).toContain('"$JS.API.CONSUMER.MSG.NEXT.CRUMBS.weather"');
    // From the log it receives only the ends of its own turns.
    expect(line.replace('"crumbs.*.created.agent_response_v1.weather"', '')).not.toMatch(/crumbs\./);
    expect(line).not.toMatch(/STREAM|CONSUMER\.CREATE|request-turns|create-key|_INBOX_breadcrumb-store/);
  });

  it('rejects a user whose name is not a single subject token', () => {
    expect(() => natsServerConfig({ ...options, users: [{ user: 'a.b', password: 'x' }] })).toThrow(
      /not a valid service name/,
    );
    expect(() => natsServerConfig({ ...options, users: [{ user: '*', password: 'x' }] })).toThrow();
  });
});
