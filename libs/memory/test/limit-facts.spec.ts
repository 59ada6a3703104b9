import { limitFacts } from '../src/index';
import { state } from './messages';

describe('limitFacts', () => {
  const pinned = state('Ann likes tea.', 1, { pinned: true, confidence: 0.1 });
  const replaced = state('Ann lives in Paris.', 2, { superseded_by: 'fact00000009' });
  const unsure = state('Ann may have a cat.', 3, { confidence: 0.5 });
  const old = state('Ann has a car.', 4);
  const recent = state('Ann has a boat.', 5);
  const facts = [pinned, replaced, unsure, old, recent];

  it('drops what no longer holds, then what is least sure, then the oldest, and keeps the order of the rest', () => {
    expect(limitFacts(facts, 5)).toEqual(facts);
    expect(limitFacts(facts, 4)).toEqual([pinned, unsure, old, recent]);
    expect(limitFacts(facts, 3)).toEqual([pinned, old, recent]);
    expect(limitFacts(facts, 2)).toEqual([pinned, recent]);
  });

  it('never drops a pinned fact', () => {
    expect(limitFacts(facts, 0)).toEqual([pinned]);
  });
});
