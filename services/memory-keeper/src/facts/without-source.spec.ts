import type { Fact } from '@crumbtrail/memory';
import { restsOn, withoutFacts } from './without-source';

const fact = (id: string, more: Partial<Fact> = {}): Fact => ({
  id,
  text: id,
  sources: [{ id: `of-${id}`, version: 1 }],
  ...more,
});

describe('withoutFacts', () => {
  it('makes a fact hold again when its successor is removed, and names no removed fact', () => {
    const facts = [
      fact('oslo', { superseded_by: 'bergen', until: '2026-05-08T09:00:00.000Z', contradicts: ['bergen', 'paris'] }),
      fact('bergen'),
      fact('paris'),
    ];
    expect(withoutFacts(facts, (one) => restsOn(one, 'of-bergen'))).toEqual([
      fact('oslo', { contradicts: ['paris'] }),
      fact('paris'),
    ]);
  });

  it('keeps the end of a fact that no other fact superseded', () => {
    const ended = fact('visit', { until: '2026-05-08T09:00:00.000Z' });
    expect(withoutFacts([ended, fact('gone')], ({ id }) => id === 'gone')).toEqual([ended]);
  });
});
