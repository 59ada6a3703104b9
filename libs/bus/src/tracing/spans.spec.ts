import type { CrumbEvent } from '@crumbtrail/contracts';
import { PermanentError } from '@crumbtrail/platform';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { SeenSpans } from '../../test/seen-spans';
import { traceResponse, traceRequest, traceProcessing, tracePublish } from './spans';
import { carriedTraceparent, currentTrace, withTrace } from './trace';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;
const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const before = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

const event = (over: Partial<CrumbEvent> = {}): CrumbEvent => ({
  position: 7,
  kind: 'created',
  workspace: 'acme.eu',
  id: 'c-1',
  version: 1,
  schema_name: 'user.message.v1',
  trail_id: 't-1',
  hop: 0,
  author: { kind: 'user', id: 'ann' },
  imported: false,
  content_hash: '',
  session: 'demo',
  traceparent: TRACEPARENT,
  at: before(1),
  ...over,
});
const given = (over: Partial<CrumbEvent> = {}) => ({
  event: event(over),
  durable: 'conductor',
  id: 'log:1:7',
  bytes: 300,
  deliveries: 1,
});
const process = (over: Partial<CrumbEvent>, work: () => Promise<void> = async () => undefined): Promise<void> =>
  withTrace({ traceparent: event(over).traceparent }, () => traceProcessing(given(over), NOW, work));
const ask = { name: 'store.commit' };
const who = { workspace: 'acme.eu', principal: 'gateway' };

let seen: SeenSpans;
beforeAll(() => void (seen = SeenSpans.start()));
afterEach(() => seen.forget());
afterAll(() => seen.stop());

describe('span of an event', () => {
  it('belongs to the trace of its publisher', async () => {
    await process({});
    const [span] = seen.all;
    expect(span).toMatchObject({ name: 'process user.message.v1', kind: SpanKind.CONSUMER, links: [] });
    expect([span?.spanContext().traceId, span?.parentSpanContext?.spanId]).toEqual([TRACE, PARENT]);
    expect(span?.attributes).toMatchObject({
      'messaging.system.name': 'nats',
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.destination.name': 'crumbs.acme:eu.created.user_message_v1._',
      'messaging.destination.template': 'crumbs.{workspace}.created.user_message_v1.{recipient}',
      'messaging.message.id': 'log:1:7',
      'messaging.consumer.group.name': 'conductor',
    });
  });

  it('starts a new trace, linked to the old one, when the event is old', async () => {
    let carried: string | undefined;
    await process({ at: before(6) }, async () => void (carried = carriedTraceparent(TRACEPARENT)));
    const [span] = seen.all;
    expect(span?.parentSpanContext).toBeUndefined();
    expect(span?.spanContext().traceId).not.toBe(TRACE);
    expect(span?.links.map(({ context }) => [context.traceId, context.spanId])).toEqual([[TRACE, PARENT]]);
    // Crumbs that the handler writes belong to the new trace, regardless of the event's trace.
    expect(carried).toContain(span?.spanContext().traceId);
  });

  it('records the error without its stack', async () => {
    const work = () => Promise.reject(new PermanentError('It can never be.'));
    await expect(process({}, work)).rejects.toThrow('It can never be.');
    expect(seen.all[0]?.status).toEqual({ code: SpanStatusCode.ERROR, message: 'It can never be.' });
    expect(seen.all[0]?.attributes['error.type']).toBe('PermanentError');
    expect(seen.all[0]?.events).toEqual([]);
  });

  it.each([
    ['no traceparent', { traceparent: undefined }],
    ['an invalid one', { traceparent: 'x' }],
  ])('with %s begins a trace', async (_, over) => {
    await process(over);
    expect([seen.all[0]?.parentSpanContext, seen.all[0]?.links]).toEqual([undefined, []]);
  });
});

describe('publishing an event', () => {
  it('opens a span in the trace of its crumb', () => {
    const { traceparent, end } = tracePublish(event(), 'log:1:7', NOW);
    end();
    const [span] = seen.all;
    expect(span).toMatchObject({ name: 'publish user.message.v1', kind: SpanKind.PRODUCER });
    expect(traceparent).toBe(`00-${TRACE}-${span?.spanContext().spanId}-01`);
  });

  it('opens no span when it is published again long after, and carries the traceparent of its crumb', () => {
    const { traceparent, end } = tracePublish(event({ at: before(60) }), 'log:1:7', NOW);
    end();
    expect([traceparent, seen.all]).toEqual([TRACEPARENT, []]);
  });

  it('opens no span for an event without a trace', () => {
    tracePublish(event({ traceparent: undefined }), 'log:1:7', NOW).end();
    expect(seen.all).toEqual([]);
  });
});

describe('a request', () => {
  it('has a client span, and a server span within it', async () => {
    await withTrace({ traceparent: TRACEPARENT }, () =>
      traceRequest(ask, who, () =>
        withTrace({ traceparent: currentTrace().traceparent }, () => traceResponse(ask, who, async () => 'done')),
      ),
    );
    const [answered, asked] = seen.all;
    expect([asked?.name, asked?.kind]).toEqual(['publish store.commit', SpanKind.CLIENT]);
    expect([answered?.name, answered?.kind]).toEqual(['process store.commit', SpanKind.SERVER]);
    expect(answered?.parentSpanContext?.spanId).toBe(asked?.spanContext().spanId);
    expect(asked?.attributes['messaging.destination.template']).toBe('store.commit.{workspace}.{principal}');
  });

  it('opens no span outside of a trace, because services poll each other all the time', async () => {
    await traceRequest(ask, who, () => traceResponse(ask, who, async () => 'done'));
    expect(seen.all).toEqual([]);
  });
});
