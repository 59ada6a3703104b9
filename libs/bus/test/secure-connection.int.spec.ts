import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Read } from '@crumbtrail/contracts';
import { createLogger, type NatsTls } from '@crumbtrail/platform';
import { Bus, connectionOf } from '../src/request-reply/bus';
import { NatsProcess } from '../src/nats-server/nats-process';
import { natsServerConfig, type NatsServerTls } from '../src/nats-server/nats-config';
import { FakeStore } from './fake-store';
import { CertificateAuthority, type Certificate } from './certificates';
import { NatsOperator } from './nats-jwt';

const SERVICES = ['breadcrumb-store', 'conductor'];
const logger = createLogger('spec', 'silent');

let folder: string;
let server: NatsProcess | null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crumbtrail-secure-'));
  server = null;
});
afterEach(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

async function start(config: (port: number) => string): Promise<NatsProcess> {
  server = new NatsProcess({ folder, config });
  await server.start();
  return server;
}

const users = SERVICES.map((user) => ({ user, password: `${user}-password` }));
const options = (port: number) => ({ host: '127.0.0.1', port, storeDir: join(folder, 'data'), syncAlways: false });

describe('NATS by TLS', () => {
  const authority = new CertificateAuthority('authority');
  const stranger = new CertificateAuthority('stranger');

  function listen({ cert, key }: Certificate, more: Partial<NatsServerTls> = {}): Promise<NatsProcess> {
    const tls = { certFile: file('server.pem', cert), keyFile: file('server.key', key), ...more };
    return start((port) => natsServerConfig({ ...options(port), users, tls }));
  }

  const connect = (tls?: NatsTls): Promise<Bus> => {
    const login = { user: 'conductor', password: 'conductor-password' };
    return Bus.connect({ servers: server?.url as string, service: 'conductor', ...login, tls, logger });
  };

  it('connects to a server whose certificate the given authority has signed', async () => {
    await listen(authority.sign('server'));
    const bus = await connect({ ca: authority.cert });
    await bus.ping();
    expect(connectionOf(bus).info?.tls_required).toBe(true);
    await bus.drain();
  });

  it.each([
    ['that of another authority', { ca: stranger.cert }],
    ['none that Node trusts', undefined],
  ])('refuses a server where the authority to trust is %s', async (_, tls) => {
    await listen(authority.sign('server'));
    await expect(connect(tls)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/certificate/) as string,
    });
  });

  it('refuses a server without TLS when an authority is given, instead of sending its password in the clear', async () => {
    await start((port) => natsServerConfig({ ...options(port), users }));
    await expect(connect({ ca: authority.cert })).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('shows its certificate to a server that verifies clients, which refuses those without one or with that of a stranger', async () => {
    await listen(authority.sign('server'), { clientCaFile: file('ca.pem', authority.cert) });
    const bus = await connect({ ca: authority.cert, ...authority.sign('conductor') });
    await bus.ping();
    await bus.drain();
    const without = connect({ ca: authority.cert });
    const forged = connect({ ca: authority.cert, ...stranger.sign('conductor') });
    await expect(without).rejects.toMatchObject({ code: 'unavailable' });
    await expect(forged).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('NATS with credentials', () => {
  const operator = new NatsOperator();

  const listen = (): Promise<NatsProcess> =>
    start((port) => {
      const withoutUsers = natsServerConfig({ ...options(port), users: [] }).replace(/authorization \{[^]*$/, '');
      return `${withoutUsers}${operator.config}`;
    });
  const connect = (service: string, credentials: string): Promise<Bus> =>
    Bus.connect({ servers: server?.url as string, service, credentials, logger });

  it('lets a service send requests under its own name, receive replies, and nothing that its credentials do not grant', async () => {
    await listen();
    const store = await connect('breadcrumb-store', operator.credentials('breadcrumb-store', SERVICES));
    const fake = new FakeStore(store);
    await fake.open();
    const conductor = await connect('conductor', operator.credentials('conductor', SERVICES));
    expect(await conductor.request(Read, 'default', { refs: [] })).toMatchObject({ crumbs: [] });
    const posing = await connect('gateway', operator.credentials('conductor', SERVICES));
    await expect(posing.request(Read, 'default', { refs: [] }, { timeoutMs: 2_000 })).rejects.toBeDefined();
    await Promise.all([posing, conductor, store].map((bus) => bus.drain()));
  });

  it('is refused with credentials of an account that the server does not know', async () => {
    await listen();
    const foreign = new NatsOperator().credentials('conductor', SERVICES);
    await expect(connect('conductor', foreign)).rejects.toMatchObject({
      code: 'unauthenticated',
      message: expect.stringMatching(/NATS_CREDS/) as string,
    });
  });
});
