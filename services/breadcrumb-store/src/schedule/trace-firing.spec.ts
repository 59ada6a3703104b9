import { NodeSDK, tracing } from '@opentelemetry/sdk-node';
import { traceFiring, type DueFiring } from './trace-firing';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`;
const now = new Date('2026-11-21T10:00:00Z');
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
const timer = (over: Partial<DueFiring> = {}): DueFiring => ({
  kind: 'timer',
  id: 't-1',
  traceparent,
  setAt: ago(1),
  now,
  ...over,
});

describe('the trace of a timer or schedule that fires', () => {
  it('is the trace in which it was created if traces are not exported', () => {
    expect(traceFiring(timer({ setAt: ago(600) }))).toBe(traceparent);
    expect(traceFiring(timer({ traceparent: null }))).toBeNull();
  });

  describe('if traces are exported', () => {
    const exporter = new tracing.InMemorySpanExporter();
    const sdk = new NodeSDK({
      spanProcessors: [new tracing.SimpleSpanProcessor(exporter)],
      metricReaders: [],
      logRecordProcessors: [],
      resourceDetectors: [],
    });
    beforeAll(() => sdk.start());
    beforeEach(() => exporter.reset());
    afterAll(() => sdk.shutdown());

    it.each([
      ['a timer of one minute', timer(), true, 0],
      ['a timer of several hours', timer({ setAt: ago(600) }), false, 1],
      ['a schedule', timer({ kind: 'schedule' }), false, 1],
      ['a timer without a trace', timer({ traceparent: null }), false, 0],
    ])('continues the old trace or links to it: %s', (_, fired, goesOn, links) => {
      const made = traceFiring(fired);
      const [span] = exporter.getFinishedSpans();
      expect(made).toBe(`00-${span?.spanContext().traceId}-${span?.spanContext().spanId}-01`);
      expect(span?.spanContext().traceId === TRACE).toBe(goesOn);
      expect(span?.links.map(({ context }) => context.traceId)).toEqual(links === 0 ? [] : [TRACE]);
    });
  });
});
