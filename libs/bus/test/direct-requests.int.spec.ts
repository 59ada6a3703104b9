import { AsyncLocalStorage } from 'node:async_hooks';
import { type CrumbError, type Operation, Read, RequestTurns } from '@crumbtrail/contracts';
import { connectionOf, type Bus } from '../src/request-reply/bus';
import { Broker } from './broker';

const echo = Read as unknown as Operation<{ text: string }, { text: string }>;
const request = RequestTurns as unknown as typeof echo;
const sender = new AsyncLocalStorage<string>();

describe('requests to a service of the same process', () => {
  let broker: Broker;
  let store: Bus;
  beforeEach(async () => {
    broker = await Broker.start();
    store = await broker.bus('breadcrumb-store', { direct: true });
    await store.respond(echo, async ({ text }) => ({ text: `${text} ${sender.getStore() ?? 'without context'}` }));
    await store.respond(request, async ({ text }) => ({ text }));
  }, 20_000);
  afterEach(() => broker.stop());

  const sentBy = async (bus: Bus, work: () => Promise<unknown>): Promise<number> => {
    const before = connectionOf(bus).stats().outMsgs;
    await work();
    return connectionOf(bus).stats().outMsgs - before;
  };

  it('do not pass the broker where both services say so, and pass it where one does not', async () => {
    const gateway = await broker.bus('gateway', { direct: true });
    const other = await broker.bus('gateway');
    expect(await sentBy(gateway, () => gateway.request(echo, 'default', { text: 'x' }))).toBe(0);
    expect(await sentBy(other, () => other.request(echo, 'default', { text: 'x' }))).toBe(1);
  });

  it('are handled in the context of the service that answers', async () => {
    const gateway = await broker.bus('gateway', { direct: true });
    const reply = await sender.run('of the sender', () => gateway.request(echo, 'default', { text: 'x' }));
    expect(reply.text).toBe('x without context');
  });

  it('are refused by the broker where its user may not send them, or not under the name of another', async () => {
    const gateway = await broker.bus('gateway', { direct: true });
    const disguised = await broker.bus('conductor', { direct: true, user: 'gateway' });
    const refusals = await Promise.all(
      [gateway, disguised].map((bus) =>
        bus.request(request, 'default', { text: 'x' }).catch((error: unknown) => error),
      ),
    );
    expect(refusals.map((error) => (error as CrumbError).code)).toEqual(['forbidden', 'PERMISSIONS_VIOLATION']);
  });

  it('reach nobody once the service has ended', async () => {
    const gateway = await broker.bus('gateway', { direct: true });
    await store.drain();
    const refused = await gateway.request(echo, 'default', { text: 'x' }).catch((error: unknown) => error);
    expect((refused as CrumbError).message).toMatch(/Nobody answers store\.read/);
  }, 10_000);
});
