import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RANKING_WEIGHTS } from '@crumbtrail/contracts';
import * as fc from 'fast-check';
import { searchCrumbs } from '../src/search/retrieve/search-crumbs';
import { eventually } from '@crumbtrail/testing';
import { creates, message, operator, service, StoreUnderTest, user } from './store-under-test';
import { IndexUnderTest, source } from './index-under-test';
import { databases } from './databases';

const FIXTURES = join(__dirname, '../../../tools/bench/fixtures');
const readFixture = <Value>(name: string): Value => JSON.parse(readFileSync(join(FIXTURES, name), 'utf8')) as Value;
/** A text, and what is asked about it. */
type Saying = readonly [text: string, question: string];
interface Sayings {
  readonly words: readonly Saying[];
  readonly forms: readonly Saying[];
  readonly keywords: Saying;
}
interface Chat {
  readonly facts: readonly (readonly [kind: string, text: string, question: string])[];
}
/** Sayings in some fifty languages, and those with paths, addresses, numbers and identifiers. */
const SAYINGS: readonly Saying[] = [
  ...readdirSync(join(FIXTURES, 'everyday')).flatMap((file) => {
    const { words, forms, keywords } = readFixture<Sayings>(`everyday/${file}`);
    return [...words, ...forms, keywords];
  }),
  ...readdirSync(join(FIXTURES, 'everyday-chats')).flatMap((file) =>
    readFixture<Chat>(`everyday-chats/${file}`).facts.map(([, text, question]): Saying => [text, question]),
  ),
  ...readFixture<readonly Saying[]>('everyday-notations.json'),
];

describe.each(databases)('search on %s', (_name, open) => {
  let store: StoreUnderTest;
  let index: IndexUnderTest;
  let workspace: string;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    index = await IndexUnderTest.over(store);
    workspace = await store.workspace();
  }, 60_000);

  afterAll(async () => {
    await index.close();
    await store.close();
  });

  it('returns each crumb once, with its scores, and only crumbs that the caller may read', async () => {
    await store.create(user(workspace), message('an egret'));
    await store.create(user(workspace), message('an egret for ann', { audience: ['ann'], tags: ['bird'] }));
    await store.create(user(workspace), message(`egret. ${'All about the egret. '.repeat(400)}`));
    await index.settled();
    const parts = { database: store.db.database, index: index.index, cache: index.pools };
    for (const mode of ['text', 'vector', 'hybrid'] as const) {
      const mine = await searchCrumbs(parts, user(workspace), { query: 'egret', mode });
      expect([mode, mine.results.length]).toEqual([mode, 3]);
      const theirs = await searchCrumbs(parts, user(workspace, 'bob'), { query: 'egret', mode });
      expect([mode, theirs.results.length]).toEqual([mode, 2]);
      expect(mine.results[0]?.breadcrumb.schema_name).toBe('user.message.v1');
      expect(Object.keys(mine.results[0]?.scores ?? {})).toContain('bm25');
    }
    const tagged = await searchCrumbs(parts, operator(workspace), {
      query: 'egret',
      mode: 'text',
      filter: { tags: ['bird'] },
    });
    expect(tagged.results.map(({ breadcrumb }) => breadcrumb.tags)).toEqual([['bird']]);
  });

  it('finds words in whose spelling the question is wrong, unless a text has them as they are written', async () => {
    for (const content of ['the lighthouse keeper', 'a kingfisher', 'a kingfisher again', 'a kingfist'])
      await store.create(user(workspace), message(content));
    await store.create(user(workspace), message('a flamingo', { audience: ['ann'] }));
    await index.settled();
    const parts = { database: store.db.database, index: index.index, cache: index.pools };
    const find = async (query: string) => {
      const { results } = await searchCrumbs(parts, user(workspace), { query, mode: 'hybrid' });
      return results.map(({ breadcrumb }) => breadcrumb.context['content']).sort();
    };
    expect(await find('lihgthouse')).toEqual(['the lighthouse keeper']);
    expect(await find('kingfischer')).toEqual(['a kingfisher', 'a kingfisher again', 'a kingfist']);
    expect(await find('kingfisher')).toEqual(['a kingfisher', 'a kingfisher again']);
    // Words that not everybody may read stand for no other word, and short ones resemble too many.
    expect(await find('flamingu')).toEqual([]);
    expect(await find('flamingo')).toEqual(['a flamingo']);
    expect(await find('keper')).toEqual(['the lighthouse keeper']);
    expect(await find('teh')).toEqual([]);
  });

  it.each([
    ['a part of a word that is written together', 'hvem købte reolen?', 'Bogreolen fra loftet er solgt til naboen.'],
    ['a word whose parts the text has', 'nebenkostennachzahlung bezahlt?', 'wg: nebenkosten 2025 nachzahlung 214,30'],
    ['Latin letters', 'gde je lozinka za vajfaj?', 'Лозинка за вајфај је на фрижидеру.'],
    ['Cyrillic letters', 'когда билеты?', 'ya kupil bilety do kazani'],
    ['traditional characters', 'wifi 密码', 'WLAN 密碼是 lotus2288'],
  ])('finds a word that no text has as it is asked for, by %s', async (_, query, text) => {
    const inside = await store.workspace();
    await store.create(user(inside), message(text));
    await store.create(user(inside), message('The weather was mild along the whole coast.'));
    await index.settled();
    const parts = { database: store.db.database, index: index.index, cache: index.pools };
    const { results } = await searchCrumbs(parts, user(inside), { query, mode: 'text' });
    expect(results.map(({ breadcrumb }) => breadcrumb.context['content'])).toEqual([text]);
  });

  it('finds no word within an English one, because English writes words apart', async () => {
    const inside = await store.workspace();
    await store.create(user(inside), message('The forest is beautiful in the autumn and she loves it.'));
    await index.settled();
    const parts = { database: store.db.database, index: index.index, cache: index.pools };
    const { results } = await searchCrumbs(parts, user(inside), { query: 'Where do we have a rest?', mode: 'text' });
    expect(results).toEqual([]);
  });

  it('finds texts by a speaker of the session, and by a time, that the query names, and only those that the caller may read', async () => {
    const inside = await store.workspace();
    const told = (content: string, id: string, occurred_at: string, more = {}) =>
      message(content, { session: 'room', author: { kind: 'user', id }, occurred_at, ...more });
    await store.commit(operator(inside), {
      imported: true,
      writes: creates(
        told('The lift squeaks.', 'u2077', '2026-11-20T10:00:00Z'),
        told('A key is lost.', 'u2077', '2026-11-21T10:00:00Z', { audience: ['ann'] }),
        told('The soup is cold.', 'ann', '2026-11-22T10:00:00Z'),
      ),
    });
    const members = [{ kind: 'user', id: 'u2077', name: 'Nadia Stone' }];
    const record = { schema_name: 'session.v1', session: 'room', context: { name: 'room', members } };
    await store.create(operator(inside), record);
    await index.settled();
    const parts = { database: store.db.database, index: index.index, cache: index.pools };
    const find = async (query: string, id = 'ann', filter: object = { session: 'room' }) => {
      const { results } = await searchCrumbs(parts, user(inside, id), { query, mode: 'text', filter });
      return results.map(({ breadcrumb }) => breadcrumb.context['content']).sort();
    };
    expect(await find('What did Nadia say?')).toEqual(['A key is lost.', 'The lift squeaks.']);
    expect(await find('What did Nadia say?', 'bob')).toEqual(['The lift squeaks.']);
    // A last name may be another word, too: it counts where it is written as a name.
    expect(await find('What did Ms Stone say?')).toEqual(['A key is lost.', 'The lift squeaks.']);
    expect(await find('who has a stone?')).toEqual([]);
    expect(await find('What happened on 22 November 2026?', 'ann', {})).toEqual(['The soup is cold.']);
    expect(await find('What happened on 21 November 2026?', 'bob', {})).toEqual([]);
  });

  it('finds nothing that a context of the session does not find, in twenty languages, notations and any words of them', async () => {
    const inside = await store.workspace();
    const told = (content: string) => message(content, { session: 'room' });
    await store.commit(operator(inside), {
      imported: true,
      writes: creates(...SAYINGS.map(([text]) => told(text))),
    });
    await index.settled();
    const parts = { database: store.db.database, index: index.index, cache: index.pools };
    const check = async (query: string): Promise<void> => {
      const filter = { session: 'room' };
      const { results } = await searchCrumbs(parts, operator(inside), { query, mode: 'text', limit: 100, filter });
      const searched = results.map(({ breadcrumb }) => breadcrumb.context['content']);
      const sources = [source('hybrid', { limit: 500 })];
      const asked = { query, session: 'room', sources, features: RANKING_WEIGHTS.features };
      const inContext = new Set(await index.texts(inside, 'hybrid', asked));
      expect([query, searched.filter((text) => !inContext.has(text as string))]).toEqual([query, []]);
    };
    for (const [, question] of SAYINGS) await check(question);
    for (const query of ['today', 'today koniom', 'today xyzzyx']) await check(query);
    const words = SAYINGS.flatMap((both) => both.flatMap((text) => text.split(/\s+/)));
    const someWords = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(someWords, (some) => check(some.join(' '))),
      { numRuns: 50 },
    );
  }, 180_000);

  it('lets only a service search on behalf of an agent', async () => {
    await store.create(user(workspace), message('a godwit'));
    await store.create(user(workspace), message('a godwit for abe', { audience: ['agent:abe'] }));
    await store.create(user(workspace), message('a godwit for ann', { audience: ['ann'] }));
    await index.settled();
    const parts = { database: store.db.database, index: index.index, cache: index.pools };
    const found = async (who: Parameters<typeof searchCrumbs>[1], viewer?: string) =>
      (await searchCrumbs(parts, who, { query: 'godwit', mode: 'text', ...(viewer ? { viewer } : {}) })).results.map(
        ({ breadcrumb }) => breadcrumb.context['content'],
      );
    const runner = service(workspace, 'tool-runner');
    expect((await found(runner, 'abe')).sort()).toEqual(['a godwit', 'a godwit for abe']);
    expect(await found(runner)).toHaveLength(3);
    for (const who of [user(workspace), operator(workspace)])
      await expect(found(who, 'abe')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('does not find expired crumbs, other workspaces or older versions', async () => {
    const expires_at = new Date(Date.now() + 1_000).toISOString();
    await store.create(user(workspace), message('a brief avocet', { expires_at }));
    await store.create(user(await store.workspace()), message('an avocet elsewhere'));
    const { id } = await store.create(user(workspace), message('an avocet before'));
    const patch = { context: { content: 'an avocet after' } };
    await store.commit(user(workspace), { writes: [{ op: 'update', id, if_match: 1, patch }] });
    await index.settled();
    await eventually(() => index.index.embeddedPosition >= store.writer.position);
    const parts = { database: store.db.database, index: index.index, cache: index.pools };
    for (const mode of ['text', 'vector', 'hybrid'] as const) {
      const found = async () =>
        (await searchCrumbs(parts, user(workspace), { query: 'avocet', mode })).results.map(
          ({ breadcrumb }) => breadcrumb.context['content'],
        );
      await eventually(async () => Date.now() > Date.parse(expires_at) && (await found()).length === 1);
      expect([mode, await found()]).toEqual([mode, ['an avocet after']]);
    }
  });
});
