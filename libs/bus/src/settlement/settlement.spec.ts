import { refuse } from '@crumbtrail/contracts';
import { PermanentError, TransientError } from '@crumbtrail/platform';
import fc from 'fast-check';
import { backoffMs, decideSettlement, settle, type Settleable } from './settlement';

const limits = { maxDeliveries: 5, maxTransientDeliveries: 100 };
const after = (deliveries: number, error: unknown) =>
  decideSettlement({ ended: 'threw', error }, { deliveries, limits, random: 0.5 });

describe('settlement', () => {
  it('acknowledges a message whose handler returned, for any number of deliveries', () => {
    expect(decideSettlement({ ended: 'returned' }, { deliveries: 99, limits, random: 0 })).toEqual({ do: 'ack' });
  });

  it.each([
    ['a transient error', new TransientError('busy'), 1, 'retry'],
    ['a transient error', new TransientError('busy'), 99, 'retry'],
    ['a transient error', new TransientError('busy'), 100, 'bury'],
    ['an overloaded store', refuse('overloaded', 'full'), 6, 'retry'],
    ['an unavailable store', refuse('unavailable', 'away'), 99, 'retry'],
    ['a permanent error', new PermanentError('never'), 1, 'bury'],
    ['a refusal', refuse('not_found', 'gone'), 1, 'bury'],
    ['an unforeseen error', new TypeError('bug'), 4, 'retry'],
    ['an unforeseen error', new TypeError('bug'), 5, 'bury'],
    ['something that is not an Error', 'a string', 5, 'bury'],
  ])('%s (%p) at delivery %i: %s', (_name, error, deliveries, verdict) => {
    expect(after(deliveries, error).do).toBe(verdict);
  });

  it('names the error in the dead letter and truncates a long message', () => {
    expect(after(1, refuse('turn_closed', 'late'))).toEqual({
      do: 'bury',
      error: { name: 'CrumbError turn_closed', message: 'late' },
    });
    const long = after(5, new RangeError('x'.repeat(9_999)));
    expect(long).toMatchObject({ error: { name: 'RangeError', message: 'x'.repeat(2_000) } });
  });

  it('waits at least as long as a transient error requests', () => {
    expect(after(1, new TransientError('busy', { retryInMs: 9_000 }))).toMatchObject({ delayMs: 9_000 });
  });
});

describe('backoff before a retry', () => {
  const cases = [
    fc.integer({ min: 1, max: 10_000 }),
    fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  ] as const;

  it('is never under 100 ms and never over 30 s', () => {
    fc.assert(
      fc.property(...cases, (attempt, random) => {
        const pause = backoffMs(attempt, random);
        expect(pause).toBeGreaterThanOrEqual(100);
        expect(pause).toBeLessThanOrEqual(30_000);
      }),
    );
  });

  it('doubles with each attempt, with random jitter', () => {
    expect([1, 2, 3, 8, 9].map((attempt) => backoffMs(attempt, 0))).toEqual([100, 200, 400, 12_800, 15_000]);
    expect(backoffMs(3, 0.9)).toBeGreaterThan(backoffMs(3, 0.1));
  });
});

describe('executing a settlement', () => {
  const calls: string[] = [];
  const message: Settleable = {
    ack: () => void calls.push('ack'),
    nak: (delay) => void calls.push(`nak ${delay}`),
    term: () => void calls.push('term'),
  };
  const delivery = { deliveries: 1, limits, random: 0 };
  const error = { name: 'PermanentError', message: 'never' };
  beforeEach(() => calls.splice(0));

  it('terminates a message only after its dead letter is stored', async () => {
    await settle({ do: 'bury', error }, message, async () => void calls.push('kept'), delivery);
    expect(calls).toEqual(['kept', 'term']);
  });

  it('naks a message when its dead letter cannot be stored', async () => {
    const away = refuse('unavailable', 'away');
    expect(await settle({ do: 'bury', error }, message, () => Promise.reject(away), delivery)).toBe(away);
    expect(calls).toEqual(['nak 100']);
  });
});
