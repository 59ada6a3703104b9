import type { Fact } from '@crumbtrail/memory';
import { restsOn, withoutFacts } from './without-source';

const fact = (id: string, more: Partial<Fact> = {}): Fact => ({
  id,
  text: id,
  sources: [{ id: `of-${id}`, version: 1 }],
  ...more,
});

describe('withoutFacts', () => {
  it('lets a fact hold again whose successor is gone, and names no fact that is gone', () => {
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

  it('leaves a fact that ended by itself ended', () => {
    const ended = fact('visit', { until: '2026-05-08T09:00:00.000Z' });
    expect(withoutFacts([ended, fact('gone')], ({ id }) => id === 'gone')).toEqual([ended]);
  });
});
