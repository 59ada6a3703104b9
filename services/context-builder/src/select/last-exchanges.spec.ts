import type { Participant } from '@crumbtrail/contracts';
import { ASSISTANT, item, USER, windowed } from '../../test/crumbs';
import { lastExchanges } from './last-exchanges';

const bob: Participant = { kind: 'user', id: 'bob' };
const said = (authors: readonly Participant[], trigger: Participant, count = 2): number[] => {
  const items = authors.map((author, index) => item(index + 1, `words ${index}`, { author }));
  const kept = lastExchanges(windowed(items), trigger, count);
  return items.flatMap(({ position, id }) => (kept.has(`${id}@1#0`) ? [position] : []));
};

describe('lastExchanges', () => {
  test("are a person's messages and all answers to them", () => {
    expect(said([USER, ASSISTANT, USER, ASSISTANT, ASSISTANT, USER, ASSISTANT], USER)).toEqual([3, 4, 5, 6, 7]);
  });

  test('do not count the messages that the current speaker sent just before, which are kept in addition', () => {
    expect(said([USER, ASSISTANT, USER, ASSISTANT, USER, ASSISTANT, USER], USER)).toEqual([3, 4, 5, 6, 7]);
  });

  test('have only the newest four of a run of messages that nobody answered', () => {
    const run = Array.from({ length: 20 }, () => USER);
    expect(said(run, USER)).toEqual([17, 18, 19, 20]);
    expect(said([USER, ASSISTANT, ...run], USER)).toEqual([1, 2, 19, 20, 21, 22]);
  });

  test('are pairs of speakers among people only', () => {
    expect(said([USER, bob, USER, USER, bob, USER, bob], USER).length).toBeGreaterThanOrEqual(4);
    expect(said([USER, bob, USER, bob, USER, bob, USER, bob], USER)[0]).toBeGreaterThan(1);
  });

  test('include the exchange that an agent answers', () => {
    expect(said([USER, ASSISTANT, USER, ASSISTANT, USER], ASSISTANT)).toEqual([1, 2, 3, 4, 5]);
  });

  test('are the whole of a short conversation, and empty if the count is 0', () => {
    expect(said([USER], USER)).toEqual([1]);
    expect(said([], USER)).toEqual([]);
    expect(said([USER, ASSISTANT], USER, 0)).toEqual([]);
  });
});
