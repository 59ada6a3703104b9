import type { Participant } from '@crumbtrail/contracts';
import { ASSISTANT, item, USER, windowed } from '../../test/crumbs';
import { lastExchanges } from './last-exchanges';

const bob: Participant = { kind: 'user', id: 'bob' };
const said = (authors: readonly Participant[], trigger: Participant, count = 2): number[] => {
  const items = authors.map((author, index) => item(index + 1, `words ${index}`, { author }));
  const kept = lastExchanges(windowed(items), trigger, count);
  return items.flatMap(({ position, id }) => (kept.has(`${id}@1#0`) ? [position] : []));
};

describe('the last exchanges', () => {
  test("are a person's words and all the answers to them", () => {
    expect(said([USER, ASSISTANT, USER, ASSISTANT, ASSISTANT, USER, ASSISTANT], USER)).toEqual([3, 4, 5, 6, 7]);
  });

  test('leave out what the current speaker said just before: it comes on top', () => {
    expect(said([USER, ASSISTANT, USER, ASSISTANT, USER, ASSISTANT, USER], USER)).toEqual([3, 4, 5, 6, 7]);
  });

  test('count two speakers as one exchange among people alone', () => {
    expect(said([USER, bob, USER, USER, bob, USER, bob], USER).length).toBeGreaterThanOrEqual(4);
    expect(said([USER, bob, USER, bob, USER, bob, USER, bob], USER)[0]).toBeGreaterThan(1);
  });

  test('hold the exchange that an agent answers', () => {
    expect(said([USER, ASSISTANT, USER, ASSISTANT, USER], ASSISTANT)).toEqual([1, 2, 3, 4, 5]);
  });

  test('are all there is in a short conversation, and none where none is asked for', () => {
    expect(said([USER], USER)).toEqual([1]);
    expect(said([], USER)).toEqual([]);
    expect(said([USER, ASSISTANT], USER, 0)).toEqual([]);
  });
});
