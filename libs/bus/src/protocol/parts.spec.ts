import fc from 'fast-check';
import { PartAssembler, parsePartCount, PART_BYTES, splitIntoParts } from './parts';
import { PartialRequests } from '../request-reply/partial-requests';

const bytes = (length: number): Uint8Array => Buffer.alloc(length, 'the quick brown fox, 23.');

describe('payload in parts', () => {
  it('is reassembled from parts that arrive in any order and more than once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4 * PART_BYTES }),
        fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
        (length, order) => {
          const whole = bytes(length);
          const parts = splitIntoParts(whole);
          expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(PART_BYTES);
          const assembly = new PartAssembler(parts.length);
          const indices = [...parts.keys()].sort((a, b) => (order[a] as number) - (order[b] as number));
          const results = [...indices.slice(0, -1), ...indices].map((index) =>
            assembly.add(index, parts[index] as Uint8Array),
          );
          expect(Buffer.compare(results.at(-1) as Uint8Array, whole)).toBe(0);
          expect(results.slice(0, -1).every((result) => result === null)).toBe(true);
        },
      ),
      { numRuns: 20 },
    );
  });

  it.each([undefined, '', '0', '-1', '1.5', 'x', '1e9'])('is refused with a part count of %p', (header) => {
    expect(() => parsePartCount(header, 12 * PART_BYTES)).toThrow();
  });

  it('is refused with an impossible index or size', () => {
    const assembly = new PartAssembler(2);
    for (const index of [-1, 2, 0.5, NaN])
      expect(() => assembly.add(index, bytes(1))).toThrow(/is not one of its parts/);
    expect(() => assembly.add(0, bytes(PART_BYTES + 1))).toThrow();
  });
});

describe('requests in parts', () => {
  const first = (parts: number) => ({ parts: String(parts), data: bytes(PART_BYTES) });
  let uploads: PartialRequests;
  beforeEach(() => {
    jest.useFakeTimers();
    uploads = new PartialRequests();
  });
  afterEach(() => {
    uploads.clear();
    jest.useRealTimers();
  });

  it('share bounded memory: a request beyond the limit is refused, and memory is freed afterwards', () => {
    for (let i = 0; i < 8; i += 1) uploads.begin(`u${i}`, first(24), () => undefined);
    expect(() => uploads.begin('more', first(24), () => undefined)).toThrow(/Too many large requests/);
    jest.advanceTimersByTime(11_000);
    uploads.begin('more', first(24), () => undefined);
  });

  it('are refused at the first part when they are larger than the request limit', () => {
    expect(() => uploads.begin('big', first(25), () => undefined)).toThrow(/larger than/);
  });

  it('are dropped when their sender falls silent, and later parts are ignored', () => {
    const done = jest.fn();
    uploads.begin('u', first(2), done);
    jest.advanceTimersByTime(11_000);
    uploads.add('u', 1, bytes(1));
    expect(done).not.toHaveBeenCalled();
  });
});
