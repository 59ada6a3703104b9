import { type Operation, Commit, CrumbError, Preview, Read, refuse, Status } from '@crumbtrail/contracts';
import { TransientError } from '@crumbtrail/platform';
import type { Bus } from '../src/request-reply/bus';
import { currentTrace, withTrace } from '../src/tracing/trace';
import { Broker } from './broker';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
// Requests of any shape under the store's operation names: the transport does not depend on their meaning.
const echo = Read as unknown as Operation<{ text: string; size?: number }, { text: string; from?: unknown }>;
const other = Commit as unknown as typeof echo;
const preview = Preview as unknown as typeof echo;

const traceHere = () => ({ text: currentTrace().traceparent ?? 'none', from: currentTrace().trail });

const problem = (work: Promise<unknown>): Promise<CrumbError> =>
  work.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: CrumbError) => error,
  );

describe.each([
  { way: 'through the broker', direct: false },
  { way: 'within a process', direct: true },
])('a request and its reply $way', ({ direct }) => {
  let broker: Broker;
  let store: Bus;
  let gateway: Bus;
  const calls: unknown[] = [];
  beforeAll(async () => {
    broker = await Broker.start();
    store = await broker.bus('breadcrumb-store', { direct });
    gateway = await broker.bus('gateway', { direct });
    const builder = await broker.bus('context-builder', { direct });
    await store.respond(echo, async (request, from) => {
      calls.push(from);
      if (request.text === 'refuse') throw refuse('not_found', 'No crumb of that id.', { details: { id: 'x' } });
      if (request.text === 'later') throw new TransientError('The database restarts.');
      if (request.text === 'bug') throw new TypeError('cannot read property of undefined');
      if (request.text === 'trace') return traceHere();
      return { text: 'x'.repeat(request.size ?? 0) || request.text, from };
    });
    await builder.respond(preview, async () => traceHere());
  }, 20_000);
  afterAll(() => broker.stop());

  it('arrives with workspace, principal and API key', async () => {
    const reply = await gateway.request(echo, 'acme.eu', { text: 'hello' }, { key: 'k1', traceparent: TRACEPARENT });
    expect(reply.text).toBe('hello');
    expect(reply.from).toEqual({ workspace: 'acme.eu', principal: 'gateway', key: 'k1', traceparent: TRACEPARENT });
  });

  it('carries the trace of the sender into the handler', async () => {
    const reply = await withTrace({ traceparent: TRACEPARENT, trail: 'trail-1' }, () =>
      gateway.request(preview, 'default', { text: 'trace' }),
    );
    expect(reply).toEqual({ text: TRACEPARENT, from: 'trail-1' });
  });

  it('carries it no further in the store, whose own requests belong to no trace', async () => {
    const reply = await gateway.request(echo, 'default', { text: 'trace' }, { traceparent: TRACEPARENT });
    expect(reply).toEqual({ text: 'none' });
    expect(calls.at(-1)).toMatchObject({ traceparent: TRACEPARENT });
  });

  it('returns a refusal unchanged', async () => {
    const error = await problem(gateway.request(echo, 'default', { text: 'refuse' }));
    expect(error).toBeInstanceOf(CrumbError);
    expect(error.problem).toEqual({ code: 'not_found', message: 'No crumb of that id.', details: { id: 'x' } });
  });

  it('returns a transient error as unavailable, and an unexpected error as internal without its message', async () => {
    expect((await problem(gateway.request(echo, 'default', { text: 'later' }))).problem).toEqual({
      code: 'unavailable',
      message: 'The database restarts.',
    });
    const bug = await problem(gateway.request(echo, 'default', { text: 'bug' }));
    expect(bug.code).toBe('internal');
    expect(bug.message).not.toContain('property');
  });

  it('carries 8 MiB each way over a broker that takes 1 MiB a message', async () => {
    const size = 8 * 1024 * 1024;
    const text = 'é'.repeat(size / 2);
    const reply = await gateway.request(echo, 'default', { text });
    expect(reply.text.length).toBe(text.length);
    expect(reply.text).toBe(text);
  }, 20_000);

  it('keeps large concurrent requests apart', async () => {
    const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(2_000_000));
    const replies = await Promise.all(texts.map((text) => gateway.request(echo, 'default', { text })));
    expect(replies.map((reply) => reply.text.slice(0, 3))).toEqual(['aaa', 'bbb', 'ccc', 'ddd']);
  }, 20_000);

  it('refuses a request over 12 MiB before sending any of it', async () => {
    const error = await problem(gateway.request(echo, 'default', { text: 'x'.repeat(13 * 1024 * 1024) }));
    expect(error.code).toBe('too_large');
  });

  it('refuses an invalid workspace name, so that no request reaches another subject', async () => {
    const error = await problem(gateway.request(echo, 'default.breadcrumb-store.>', { text: 'x' }));
    expect(error.code).toBe('invalid_payload');
  });

  it('states the missing service when there is no responder', async () => {
    const error = await problem(gateway.request(Status, 'default', {}));
    expect(error.code).toBe('unavailable');
    expect(error.message).toMatch(/Nobody answers store\.status: start the breadcrumb-store/);
  });

  it('names the slow service when the request times out', async () => {
    let release = (): void => undefined;
    await store.respond(other, () => new Promise((resolve) => (release = () => resolve({ text: 'too late' }))));
    const error = await problem(gateway.request(other, 'default', { text: 'x' }, { timeoutMs: 100 }));
    expect(error.problem).toMatchObject({ code: 'unavailable' });
    expect(error.message).toMatch(/breadcrumb-store did not answer store\.commit within 0\.1 s/);
    release();
  });
});
