import { findTablesWith } from '@crumbtrail/testing';
import { AnswerFeedback, type Envelope, type FeedbackFilter } from '@crumbtrail/contracts';
import { listTrails } from '../src/reading/list-trails';
import { readCrumbs } from '../src/reading/read-crumbs';
import { Conversation } from './conversation';
import { databases } from './databases';
import { operator, StoreUnderTest, user } from './store-under-test';

const CANARY = 'xyzzy-canary-4712';

describe.each(databases)('feedback on answers on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
  }, 60_000);
  beforeEach(async () => {
    talk = await Conversation.begin(store);
  });
  afterAll(() => store.close());

  const bob = () => user(talk.workspace, 'bob');

  /** The id of the answer to a message of ann with this audience. */
  async function answer(audience?: string[]): Promise<string> {
    const turn = await talk.wake(await talk.say('hello', audience ? { audience } : {}));
    await talk.build(turn);
    return (await talk.answer(turn.id, 'well')).results[0]?.id ?? '';
  }
  const draft = (id: string, more: object = {}) => ({
    schema_name: AnswerFeedback.name,
    cause: { id },
    context: { response: { id }, agent: 'assistant', score: -1, note: 'no' },
    ...more,
  });
  const give = async (id: string, who = user(talk.workspace), more: object = {}): Promise<string> =>
    (await store.create(who, draft(id, more))).id;
  const read = async (id: string, who = user(talk.workspace)): Promise<Envelope | null> =>
    ((await readCrumbs(store.db.database, { refs: [{ id }] }, who)).crumbs[0] as Envelope | undefined) ?? null;

  it('is for those who may read the answer, on its trail and outside of its session', async () => {
    const [open, secret] = [await answer(), await answer(['user:ann'])];
    const given = [await give(open), await give(secret)];
    const crumbs = await Promise.all(given.map((id) => read(id)));
    const answers = await Promise.all([open, secret].map((id) => read(id)));
    expect(crumbs.map((one) => [one?.audience, one?.trail_id])).toEqual(
      answers.map((one) => [one?.audience, one?.trail_id]),
    );
    expect(crumbs.map((one) => one?.session)).toEqual([undefined, undefined]);
    expect(await Promise.all(given.map((id) => read(id, bob()).then((one) => one !== null)))).toEqual([true, false]);
    await expect(give(secret, bob())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('filters trails by the latest score of each person, and by notes; only by feedback that the caller may read', async () => {
    const [bad, mended, noted, secret] = [await answer(), await answer(), await answer(), await answer(['user:ann'])];
    const rate = (id: string, context: object): Promise<string> =>
      give(id, user(talk.workspace), { context: { response: { id }, agent: 'assistant', ...context } });
    await rate(bad, { score: -1 });
    await rate(bad, { note: 'wrong pier' });
    await rate(mended, { score: -1 });
    await rate(mended, { score: 0.5 });
    await rate(noted, { note: 'no score' });
    await rate(secret, { score: -0.2 });
    const trailOf = async (id: string): Promise<string | undefined> => (await read(id))?.trail_id;
    const listed = async (feedback: FeedbackFilter, who = user(talk.workspace)): Promise<string[]> =>
      (await listTrails(store.db.database, { feedback }, who)).trails.map(({ trail_id }) => trail_id);
    expect(await listed('bad')).toEqual([await trailOf(secret), await trailOf(bad)]);
    expect(await listed('bad', bob())).toEqual([await trailOf(bad)]);
    expect(await listed('good')).toEqual([await trailOf(mended)]);
    expect(await listed('note')).toEqual([await trailOf(noted), await trailOf(bad)]);
  });

  it('is refused with an audience or session of its own, and about anything but the answer that is its cause', async () => {
    const [one, other] = [await answer(), await answer()];
    const said = await talk.say('a message');
    const wrong = [
      draft(one, { audience: 'all' }),
      draft(one, { session: 'demo' }),
      draft(one, { cause: { id: other } }),
      draft(one, { cause: undefined }),
      draft(said.id),
    ];
    for (const each of wrong)
      await expect(store.create(user(talk.workspace), each)).rejects.toMatchObject({ code: 'invalid_payload' });
  });

  it('is erased with the answer, from every table', async () => {
    const id = await answer();
    const context = { response: { id }, agent: 'helper', note: CANARY };
    const given = [await give(id, undefined, { context }), await give(id, bob(), { context })];
    expect(await findTablesWith(store.db.database, CANARY)).not.toEqual([]);
    const who = operator(talk.workspace);
    const { results } = await store.commit(who, { writes: [{ op: 'erase', id, if_match: 1 }] });
    expect(results[0]?.derived).toEqual([]);
    expect(await findTablesWith(store.db.database, CANARY)).toEqual([]);
    for (const each of given) expect(await read(each, who)).toMatchObject({ erased: true });
  });
});
