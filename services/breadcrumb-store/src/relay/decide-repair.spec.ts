import fc from 'fast-check';
import {
  decideRepair,
  hasMissed,
  type ObservedDurable,
  type RepairInput,
  type LogMark,
  type Repair,
} from './decide-repair';

const LOG = 'log-a';
const mark = (position: number, epoch = 2, logId = LOG): LogMark => ({ logId, epoch, position });
const durable = (name: string, more: Partial<ObservedDurable> = {}): ObservedDurable => ({
  name,
  floor: 100,
  next: null,
  hasConsumer: true,
  wanted: true,
  ...more,
});
const found = (more: Partial<RepairInput> = {}): RepairInput => ({
  stream: { first: mark(1), last: mark(100), rolledBack: false, hasOtherEvent: false },
  durables: [durable('conductor')],
  head: 100,
  relayed: 100,
  logId: LOG,
  epoch: 2,
  ...more,
});
const ends = (first: LogMark | null, last: LogMark | null) => ({
  first,
  last,
  rolledBack: false,
  hasOtherEvent: false,
});

const position = fc.integer({ min: 1, max: 200 });
const anyMark = fc.tuple(position, fc.integer({ min: 1, max: 3 }), fc.constantFrom('log-a', 'log-b'));
const anyStream = fc.oneof(
  fc.constant({ first: null, last: null }),
  fc
    .tuple(anyMark, position)
    .map(([[at, epoch, logId], more]) => ({ first: mark(at, epoch, logId), last: mark(at + more, epoch, logId) })),
);
const anyDurable = fc.record({ floor: fc.nat(200), gap: position, hasConsumer: fc.boolean(), wanted: fc.boolean() });

const anything = fc
  .record({
    stream: anyStream,
    durables: fc.array(anyDurable, { maxLength: 4 }),
    relayed: fc.nat(200),
    unpublished: fc.nat(20),
    rolledBack: fc.boolean(),
    hasOtherEvent: fc.boolean(),
  })
  .map(({ stream, durables, relayed, unpublished, rolledBack, hasOtherEvent: other }) => {
    const hasOtherEvent = other && stream.last !== null;
    const head = relayed + unpublished;
    const placed = durables.map(({ floor, gap, ...rest }, n) => {
      const at = Math.min(floor, head);
      return durable(`d${n}`, { ...rest, floor: at, next: at + gap > head ? null : at + gap });
    });
    return found({ stream: { ...stream, rolledBack, hasOtherEvent }, durables: placed, relayed, head });
  });

describe('repair', () => {
  it('does nothing if the stream holds every event that a durable still needs', () => {
    expect(decideRepair(found())).toEqual({ kind: 'none' });
    expect(decideRepair(found({ durables: [durable('late', { floor: 40, next: 41 })] }))).toEqual({ kind: 'none' });
  });

  it('only creates the consumers on a fresh installation', () => {
    const fresh = found({
      stream: ends(null, null),
      relayed: 0,
      head: 3,
      durables: [durable('new', { floor: 0, next: 1, hasConsumer: false })],
    });
    expect(decideRepair(fresh)).toEqual({ kind: 'consumers', starts: [{ name: 'new', after: 0 }] });
  });

  it('does nothing if the stream is ahead of the cursor, because the relay died before it moved the cursor', () => {
    expect(decideRepair(found({ relayed: 90 }))).toEqual({ kind: 'none' });
  });

  it('refills each durable from its own floor when the stream was deleted', () => {
    const durables = [
      durable('conductor', { hasConsumer: false }),
      durable('executor', { floor: 40, next: 61, hasConsumer: false }),
      durable('builder', { floor: 70, next: 71, hasConsumer: false, wanted: false }),
    ];
    expect(decideRepair(found({ stream: ends(null, null), durables }))).toEqual({
      kind: 'rewind',
      why: 'executor misses 61, which the stream no longer holds',
      rewindFrom: 61,
      epoch: 3,
      starts: [
        { name: 'conductor', after: 100 },
        { name: 'executor', after: 60 },
        { name: 'builder', after: 70 },
      ],
    });
  });

  it('publishes nothing again if the stream was deleted and no durable missed an event', () => {
    const gone = found({ stream: ends(null, null), durables: [durable('conductor', { hasConsumer: false })] });
    expect(decideRepair(gone)).toEqual({ kind: 'consumers', starts: [{ name: 'conductor', after: 100 }] });
  });

  it.each<[string, Partial<RepairInput>, string]>([
    ['ends before what was published', { stream: ends(mark(1), mark(80)) }, 'ends at 80 and 100 was published'],
    ['belongs to another log', { stream: ends(mark(1), mark(100, 2, 'log-b')) }, 'belongs to the log log-b'],
    ['belongs to another epoch', { stream: ends(mark(1), mark(100, 1)) }, 'is of epoch 1'],
    [
      'is ahead of a log that was restored to an older state',
      { stream: ends(mark(1), mark(140)) },
      'ends at 140 and the log at 100',
    ],
    [
      'was put back',
      { stream: { ...ends(mark(1), mark(101)), rolledBack: true }, head: 101 },
      'restored to an older state',
    ],
    [
      'has another last event than a log that was set back and has grown past it again',
      { stream: { ...ends(mark(1), mark(100)), hasOtherEvent: true }, head: 160, relayed: 90 },
      'different events at 100',
    ],
  ])('rewinds a stream that %s', (_, more, why) => {
    const repair = decideRepair(found({ ...more, durables: [durable('late', { floor: 59, next: 60 })] }));
    expect(repair).toMatchObject({ kind: 'rewind', rewindFrom: 60, epoch: 3, starts: [{ name: 'late', after: 59 }] });
    expect(repair).toHaveProperty('why', expect.stringContaining(why));
  });

  it('starts an epoch after that of the stream if the database was restored to an older state', () => {
    expect(decideRepair(found({ stream: ends(mark(1, 9), mark(100, 9)) }))).toMatchObject({
      kind: 'rewind',
      epoch: 10,
    });
  });

  it('refills a durable whose events were dropped, once a service subscribes to it', () => {
    const aged = (wanted: boolean, next: number | null) =>
      decideRepair(
        found({
          stream: ends(mark(50), mark(100)),
          durables: [durable('down', { floor: 20, next, wanted }), durable('up')],
        }),
      );
    expect(aged(false, 30)).toEqual({ kind: 'none' });
    expect(aged(true, null)).toEqual({ kind: 'none' });
    expect(aged(true, 50)).toEqual({ kind: 'none' });
    expect(aged(true, 30)).toMatchObject({
      rewindFrom: 30,
      starts: [
        { name: 'down', after: 29 },
        { name: 'up', after: 100 },
      ],
    });
  });

  it('creates a deleted consumer again at its own position, and changes no other', () => {
    const durables = [durable('up'), durable('lost', { floor: 60, next: 75, hasConsumer: false })];
    expect(decideRepair(found({ durables }))).toEqual({ kind: 'consumers', starts: [{ name: 'lost', after: 74 }] });
  });

  it('neither loses nor repeats events: afterwards each active durable receives every event from its next one on, and none before', () => {
    fc.assert(
      fc.property(anything, (state) => {
        const repair = decideRepair(state);
        if (repair.kind === 'rewind') expect(repair.epoch).toBeGreaterThan(Math.max(2, state.stream.last?.epoch ?? 0));
        for (const each of state.durables) expectServed(each, repair, state);
      }),
      { numRuns: 3000 },
    );
  });
});

/** A consumer that was started again receives its next event first; any other active one finds all of its events in the stream. */
function expectServed(each: ObservedDurable, repair: Repair, state: RepairInput): void {
  const wants = each.next ?? state.head + 1;
  const start = repair.kind === 'none' ? undefined : repair.starts.find(({ name }) => name === each.name);
  if (start) expect(start.after).toBe(wants - 1);
  else expect(each.hasConsumer).toBe(true);
  if (repair.kind === 'rewind') expect(repair.rewindFrom).toBeLessThanOrEqual(Math.min(wants, state.relayed + 1));
  else if (each.wanted) expect(hasMissed(each, state)).toBe(false);
}
