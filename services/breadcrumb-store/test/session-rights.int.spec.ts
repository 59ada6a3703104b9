import { Session, type CommitResult, type Draft, type SessionV1 } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../src/identity/caller';
import { Conversation } from './conversation';
import { creates, message, operator, StoreUnderTest, user } from './store-under-test';
import { databases } from './databases';

type Members = NonNullable<SessionV1['members']>;
const helper: Members[number] = { kind: 'agent', id: 'helper' };
const person = (id: string, more: Partial<Members[number]> = {}): Members[number] => ({ kind: 'user', id, ...more });

describe.each(databases)('who may write the session.v1 of a session, on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;

  beforeAll(async () => void (store = await StoreUnderTest.over(await open())), 60_000);
  beforeEach(async () => void (talk = await Conversation.begin(store)));
  afterAll(() => store.close());

  const as = (id: string): AuthenticatedCaller => user(talk.workspace, id);
  const root = (): AuthenticatedCaller => operator(talk.workspace);
  const say = (who: AuthenticatedCaller, content = 'hello', more: Partial<Draft> = {}): Promise<CommitResult> =>
    store.create(who, message(content, more));
  const sessionDraft = (members?: Members, more: Partial<Draft> = {}): Draft => ({
    schema_name: Session.name,
    context: { name: 'demo', ...(members && { members }) },
    ...more,
  });
  const create = (who: AuthenticatedCaller, members?: Members, more?: Partial<Draft>): Promise<CommitResult> =>
    store.create(who, sessionDraft(members, more));
  async function change(
    who: AuthenticatedCaller,
    { id, version }: CommitResult,
    members: Members,
  ): Promise<CommitResult> {
    const patch = { context: { name: 'demo', members } };
    const { results } = await store.commit(who, { writes: [{ op: 'update', id, if_match: version, patch }] });
    return results[0] as CommitResult;
  }
  const refused = (message: RegExp): object => ({
    code: 'forbidden',
    message: expect.stringMatching(message) as string,
  });
  /** Ann and Bob have spoken, and the agent has answered Ann. */
  async function talkOfAnnAndBob(): Promise<void> {
    await talk.answer((await talk.wake(await say(as('ann')))).id, 'hi');
    await say(as('bob'));
  }

  it('is everybody while nobody has used the name, and then somebody who has spoken there, or an operator', async () => {
    await talkOfAnnAndBob();
    await expect(create(as('mallory'))).rejects.toMatchObject(
      refused(/^Others have spoken in the session demo, and user mallory has not: .* Take another name/),
    );
    await expect(create(as('bob'))).resolves.toMatchObject({ version: 1 });
    await expect(
      store.create(as('mallory'), { schema_name: Session.name, context: { name: 'unused', members: [helper] } }),
    ).resolves.toMatchObject({ version: 1 });
    await say(as('ann'), 'in a session without messages of others', { session: 'third' });
    await expect(
      store.create(root(), { schema_name: Session.name, context: { name: 'third' } }),
    ).resolves.toBeDefined();
  });

  it('is also somebody whose first message comes in the same commit, and no longer somebody whose only message was erased', async () => {
    const draft = { schema_name: Session.name, context: { name: 'den', members: [person('ann'), helper] } };
    const writes = creates(message('hello', { session: 'den' }), draft);
    await expect(store.commit(as('ann'), { writes })).resolves.toMatchObject({ results: { length: 2 } });
    await say(as('ann'));
    const { id } = await say(as('mallory'), 'a word');
    await store.commit(as('mallory'), { writes: [{ op: 'erase', id, if_match: 1 }] });
    await expect(create(as('mallory'))).rejects.toMatchObject(refused(/user mallory has not/));
  });

  it('must let everybody who has spoken there read it, an operator too', async () => {
    await talkOfAnnAndBob();
    const only = (audience: Draft['audience']) => ({ audience });
    for (const who of [as('bob'), root()])
      await expect(create(who, undefined, only(['bob']))).rejects.toMatchObject(
        refused(/^Everybody who has spoken in the session demo must be able to read its session\.v1: /),
      );
    await expect(create(as('bob'), undefined, only(['ann', 'bob', 'helper']))).resolves.toBeDefined();
  });

  it.each([
    ['leaves out an agent', [person('ann'), person('bob')], /leaves out agent helper, who has spoken/],
    ['mutes an agent', [person('ann'), person('bob'), { ...helper, muted: true }], /mutes agent helper/],
    ['leaves out somebody, whom it does not name', [person('bob'), helper], /leaves out somebody, who has spoken/],
    ['renames somebody', [person('ann', { name: 'Helper' }), person('bob'), helper], /renames user ann/],
    [
      'marks somebody as absent',
      [person('ann', { present: false }), person('bob'), helper],
      /marks as absent user ann/,
    ],
  ])('writes no list of members that %s, neither at first nor later', async (_what, members, reason) => {
    await talkOfAnnAndBob();
    await expect(create(as('bob'), members)).rejects.toMatchObject(refused(reason));
    const fair = await create(as('bob'), [person('ann'), person('bob', { name: 'Bob', muted: true }), helper]);
    await expect(change(as('bob'), fair, members)).rejects.toMatchObject(refused(reason));
    await expect(change(root(), fair, members)).resolves.toMatchObject({ version: 2 });
  });

  it('may keep what an operator has decided about somebody, and lift it', async () => {
    await talkOfAnnAndBob();
    const first = await create(as('bob'));
    const silent = [person('ann', { name: 'Ann' }), { ...helper, muted: true }];
    const second = await change(root(), first, silent);
    const third = await change(as('bob'), second, [...silent, person('eve', { name: 'Eve' })]);
    await expect(change(as('bob'), third, [silent[0] as Members[number], helper])).resolves.toMatchObject({
      version: 4,
    });
  });

  it('decides alone about agents in a session where no other person has spoken', async () => {
    await talk.answer((await talk.wake(await say(as('ann')))).id, 'hi');
    const own = await create(as('ann'), [person('ann'), { ...helper, muted: true }]);
    await say(as('bob'));
    await expect(change(as('ann'), own, [person('ann'), helper])).resolves.toMatchObject({ version: 2 });
    await expect(change(as('bob'), own, [helper])).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('lists no members while the message of another waits for the first turn of an agent', async () => {
    const said = await say(as('ann'));
    await say(as('mallory'));
    const list = [person('ann'), person('mallory')];
    await expect(create(as('mallory'), list)).rejects.toMatchObject(refused(/no agent has had a turn there yet/));
    await talk.wake(said);
    await expect(create(as('mallory'), list)).rejects.toMatchObject(refused(/leaves out agent helper/));
  });

  it('cannot put it into another session than the one that it names', async () => {
    await expect(create(as('mallory'), undefined, { session: 'other' })).rejects.toMatchObject({
      problem: { code: 'invalid_payload', issues: [{ path: '/session', rule: 'session' }] },
    });
  });

  it('keeps a name that nobody had used for its audience, except for somebody who had spoken there', async () => {
    await create(as('mallory'), [person('mallory')], { audience: ['mallory', 'eve'] });
    await expect(say(as('ann'))).rejects.toMatchObject(
      refused(/^The session demo belongs to the audience of its session\.v1, and user ann is not part of it: /),
    );
    for (const who of [as('mallory'), as('eve'), root()]) await expect(say(who)).resolves.toBeDefined();
    await say(as('ann'), 'before', { session: 'old' });
    const old = await store.create(as('eve'), { schema_name: Session.name, context: { name: 'older' } });
    expect(old.version).toBe(1);
    // An older version stored such a session.v1 for a session in which others had spoken.
    await say(as('ann'), 'before', { session: 'older' });
    await store.db.database.query(`update crumb set audience = '{eve}' where id = $1`, [old.id]);
    await expect(say(as('ann'), 'after', { session: 'older' })).resolves.toBeDefined();
    await expect(say(as('bob'), 'after', { session: 'older' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('somebody who is muted or absent does not speak to all, and may in private; operators and imports may write anything', async () => {
    await create(root(), [helper, person('ann', { muted: true }), person('bob', { present: false }), person('cat')]);
    await expect(say(as('ann'), 'Boo, I am dead')).rejects.toMatchObject(
      refused(/^user ann is muted in the session demo/),
    );
    await expect(say(as('bob'), 'I am not here', { audience: 'agents' })).rejects.toMatchObject(
      refused(/^user bob is absent from the session demo/),
    );
    await expect(say(as('ann'), 'psst', { audience: ['user:bob'] })).resolves.toMatchObject({ version: 1 });
    await expect(say(as('ann'), 'elsewhere', { session: 'other' })).resolves.toMatchObject({ version: 1 });
    await expect(say(as('cat'))).resolves.toMatchObject({ version: 1 });
    const history = {
      writes: creates(message('said before', { author: { kind: 'user', id: 'ann' } })),
      imported: true,
    };
    await expect(store.commit(root(), history)).resolves.toMatchObject({ results: [{ version: 1 }] });
    const elsewhere = await store.workspace();
    await expect(store.create(user(elsewhere, 'ann'), message('another workspace'))).resolves.toMatchObject({
      version: 1,
    });
  });
});
