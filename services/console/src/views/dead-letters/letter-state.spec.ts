import type { DeadLetterView } from '@crumbtrail/client';
import { classifyLetters, unreplayedLetters } from './letter-state';

const about = (id: string, context: object = {}, more: object = {}): DeadLetterView =>
  ({
    id,
    context: { durable: 'executor', event: { position: 7, id: 'e' }, ...context },
    ...more,
  }) as unknown as DeadLetterView;
const replayed = { id: 'r', generation: 1, at: '2026-01-01T00:00:00Z', by: { kind: 'operator', id: 'op' } };

describe('classifyLetters', () => {
  it('marks letters as waiting until they are replayed, and as failed again if there is a newer one for the same event', () => {
    const letters = classifyLetters([
      about('new', { generation: 1 }),
      about('old', {}, { replayed }),
      about('other work', { event: { position: 8, id: 'e' } }, { replayed }),
      about('other service', { durable: 'builder' }),
      about('outdated', { durable: 'relay' }, { discarded: replayed }),
      about('garbage', { event: { position: -3 } }),
    ]);
    expect(letters.map(({ crumb, state }) => [crumb.id, state])).toEqual([
      ['new', 'waiting'],
      ['old', 'failed again'],
      ['other work', 'replayed'],
      ['other service', 'waiting'],
      ['outdated', 'discarded'],
      ['garbage', 'unreadable'],
    ]);
    expect(unreplayedLetters(letters).map(({ crumb }) => crumb.id)).toEqual(['new', 'other service']);
  });
});
