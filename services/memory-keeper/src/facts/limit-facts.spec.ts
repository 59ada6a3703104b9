import type { Fact } from '@crumbtrail/memory';
import { limitFacts } from './limit-facts';

const fact = (nth: number, more: Partial<Fact> = {}): Fact => ({
  id: `fact${String(nth).padStart(6, '0')}`,
  text: `Ann keeps jar ${nth} on shelf ${nth % 7}.`,
  sources: [{ id: '0190f0a0-0000-7000-8000-000000000001', version: 1 }],
  ...more,
});

describe('limitFacts', () => {
  it('bounds a section by facts and by bytes, however much is remembered', () => {
    const many = Array.from({ length: 10_000 }, (_, nth) => fact(nth));
    expect(limitFacts(many)).toHaveLength(96);
    const long = Array.from({ length: 96 }, (_, nth) => fact(nth, { text: 'x'.repeat(1_000) }));
    expect(Buffer.byteLength(JSON.stringify(limitFacts(long)))).toBeLessThanOrEqual(64 * 1024);
  });

  it('leaves out what a later fact has replaced, then the unsure and the oldest, and never what a person pinned', () => {
    const [old, unsure, gone, pinned, fresh] = [
      fact(1),
      fact(2, { confidence: 0.3 }),
      fact(3, { superseded_by: 'fact000005' }),
      fact(4, { pinned: true, superseded_by: 'fact000005' }),
      fact(5),
    ] as const;
    expect(limitFacts([old, unsure, gone, pinned, fresh], 4)).toEqual([old, unsure, pinned, fresh]);
    expect(limitFacts([old, unsure, gone, pinned, fresh], 3)).toEqual([old, pinned, fresh]);
    expect(limitFacts([old, unsure, gone, pinned, fresh], 2)).toEqual([pinned, fresh]);
  });
});
