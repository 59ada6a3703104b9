import type { RetrieveRequest } from '@crumbtrail/contracts';
import { creates, message, operator, StoreUnderTest } from './store-under-test';
import { IndexUnderTest, FEATURE_WEIGHTS, source } from './index-under-test';
import { databases } from './databases';

const ZONES = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles'];
/** A Friday, on which it is the same day in all of these zones. */
const NOW = '2026-11-27T10:00:00Z';
const NADIA = { kind: 'user', id: 'u2077', name: 'Nadia Stone' } as const;
const features = { ...FEATURE_WEIGHTS, date: 0.75, speaker: 0.5 };

describe.each(databases)('who and when on %s', (_name, open) => {
  let store: StoreUnderTest;
  let index: IndexUnderTest;
  let workspace: string;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    index = await IndexUnderTest.over(store);
  }, 60_000);

  beforeEach(async () => {
    workspace = await store.workspace();
  });

  afterAll(async () => {
    await index.close();
    await store.close();
  });

  /** Stores texts, each with its time, and perhaps its author. */
  const tell = async (...told: readonly (readonly [at: string, text: string, author?: string])[]): Promise<void> => {
    const drafts = told.map(([occurred_at, text, id = 'ann']) =>
      message(text, { occurred_at, author: { kind: 'user', id } }),
    );
    await store.commit(operator(workspace), { imported: true, writes: creates(...drafts) });
    await index.settled();
  };
  const ask = (query: string, more: Partial<RetrieveRequest> = {}): Promise<string[]> =>
    index.texts(workspace, 'hybrid', {
      query,
      now: NOW,
      features,
      sources: [source('hybrid', { floor: 0.3 })],
      ...more,
    });

  it.each([['What did Nadia say?'], ['Tell me about Nadia Stone'], ['what did nadia say']])(
    '"%s" finds what she said, by the name that the session gives her',
    async (query) => {
      await tell(
        ['2026-11-20T10:00:00Z', 'The lift squeaks.', 'u2077'],
        ['2026-11-21T10:00:00Z', 'The soup is cold.'],
        ['2026-11-22T10:00:00Z', 'A key is lost.', 'u2077'],
      );
      expect((await ask(query, { members: [NADIA] })).sort()).toEqual(['A key is lost.', 'The lift squeaks.']);
    },
  );

  it('ranks as ever where a text of the speaker has another word of the question', async () => {
    await tell(
      ['2026-11-20T10:00:00Z', 'The lift squeaks.', 'u2077'],
      ['2026-11-22T10:00:00Z', 'A key is lost.', 'u2077'],
    );
    expect(await ask('What did Nadia say about the lift?', { members: [NADIA] })).toEqual(['The lift squeaks.']);
  });

  it.each(ZONES)('a day begins at midnight in %s', async (time_zone) => {
    // The first and the last minute of yesterday there, and the minutes around them.
    const offset = { UTC: 0, 'Asia/Tokyo': 9, 'America/Los_Angeles': -8 }[time_zone] as number;
    const midnight = Date.UTC(2026, 10, 26) - offset * 3_600_000;
    const at = (milliseconds: number): string => new Date(midnight + milliseconds).toISOString();
    const day = 86_400_000;
    await tell(
      [at(-60_000), 'the evening before'],
      [at(60_000), 'first thing'],
      [at(day - 60_000), 'last thing'],
      [at(day + 60_000), 'this morning early'],
    );
    expect((await ask('What happened yesterday?', { time_zone })).sort()).toEqual(['first thing', 'last thing']);
  });

  it('a day of 200 messages is shown over its course', async () => {
    const from = Date.UTC(2026, 10, 26, 6);
    const told = Array.from(
      { length: 200 },
      (_, nth) => [new Date(from + nth * 240_000).toISOString(), `note ${nth}`] as const,
    );
    await tell(...told, ['2026-11-25T10:00:00Z', 'the day before'], ['2026-11-27T09:00:00Z', 'today']);
    const quartersOf = (found: readonly number[]): number[] =>
      [0, 50, 100, 150].map((least) => found.filter((nth) => nth >= least && nth < least + 50).length);
    const found = await ask('What did we talk about yesterday?', { sources: [source('hybrid', { limit: 100 })] });
    const numbers = found.map((text) => Number(/\d+/.exec(text)?.[0] ?? -1));
    for (const count of quartersOf(numbers)) expect(Math.abs(count - 25)).toBeLessThanOrEqual(2);
    // Also where the budget ends after a few.
    for (const count of quartersOf(numbers.slice(0, 9))) expect(count).toBeGreaterThanOrEqual(2);
  });

  it('a question that names a time borrows no words of the messages before it', async () => {
    await tell(
      ['2026-11-26T10:00:00Z', 'The lamp is repaired.'],
      ['2026-11-27T08:00:00Z', 'The quiz team won.'],
      ['2026-11-27T09:00:00Z', 'The soup is cold.'],
    );
    const { query } = await index.retrieve(workspace, {
      query: 'What did I do yesterday?',
      now: NOW,
      features,
      sources: [source('hybrid')],
    });
    expect(query?.leans_on).toEqual([]);
    expect(await ask('What did I do yesterday?')).toEqual(['The lamp is repaired.']);
  });
});
