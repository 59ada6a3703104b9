import { AgentResponse } from '@crumbtrail/contracts';
import { Conversation } from './conversation';
import { claimRights } from '../src/append/claims';
import { randomFenceStep } from '../src/commands/random-ids';
import { creates, StoreUnderTest, user } from './store-under-test';
import { databases } from './databases';

describe.each(databases)('turns on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
  }, 60_000);

  beforeEach(async () => {
    talk = await Conversation.begin(store);
  });

  afterAll(async () => {
    await store.close();
  });

  it('are granted to one claim at a time, and a stale fence cannot write', async () => {
    const turn = await talk.wake(await talk.say('hello'));
    const first = await talk.claim(turn.id, { ttl_ms: 1 });
    if (!first.granted) throw new Error('a free claim was not granted');
    await store.db.database.query(`update claim set until = now() - interval '1 s' where workspace = $1`, [
      talk.workspace,
    ]);
    const second = await talk.claim(turn.id);
    expect(second).toMatchObject({ granted: true });
    expect(await talk.claim(turn.id)).toMatchObject({ granted: false, retry_in_ms: expect.any(Number) });
    const stale = { key: `turn:${turn.id}`, fence: first.fence };
    await expect(talk.answer(turn.id, 'zombie', stale)).rejects.toMatchObject({ code: 'stale_fence' });
    await expect(talk.answer(turn.id, 'without')).rejects.toMatchObject({ code: 'stale_fence' });
    await expect(talk.claim(turn.id, { fence: first.fence })).rejects.toMatchObject({ code: 'stale_fence' });
    const fence = { key: `turn:${turn.id}`, fence: second.granted ? second.fence : 0 };
    expect(await talk.claim(turn.id, { fence: fence.fence })).toMatchObject({ granted: true, fence: fence.fence });
    await talk.answer(turn.id, 'mine', fence);
    await expect(talk.claim(turn.id)).rejects.toMatchObject({ code: 'turn_closed' });
    expect((await talk.answer(turn.id, 'mine', fence)).results[0]).toMatchObject({ existed: true });
  });

  it('can be answered only by their agent', async () => {
    await talk.define({ agent: 'own', runner: 'service', lane: 'agent' });
    const turn = await talk.wake(await talk.say('hello'), { agent: 'own' });
    await expect(talk.answer(turn.id, 'the pool')).rejects.toMatchObject({ code: 'wrong_writer' });
    const draft = { schema_name: AgentResponse.name, context: { turn: { id: turn.id }, action: 'wait' } };
    const other = { ...user(talk.workspace), participant: { kind: 'agent' as const, id: 'other' } };
    await expect(store.create(other, draft)).rejects.toMatchObject({ code: 'wrong_writer' });
    const self = { ...user(talk.workspace), participant: { kind: 'agent' as const, id: 'own' } };
    await expect(store.create(self, draft)).rejects.toMatchObject({ code: 'stale_fence' });
    const key = `turn:${turn.id}`;
    const claim = { kind: 'claim' as const, workspace: talk.workspace, key, ttl_ms: 1_000, fence: null };
    const held = await store.writer.submit({ ...claim, fence_step: randomFenceStep(), ...claimRights(self) });
    const fence = { key, fence: held.granted ? held.fence : 0 };
    await expect(store.commit(self, { writes: creates(draft), fence })).resolves.toMatchObject({
      results: [{ existed: false }],
    });
  });

  it('that a private message triggers are answered in private', async () => {
    const said = await talk.say('psst', { audience: ['bob', 'helper'] });
    const turn = await talk.wake(said);
    const context = await talk.build(turn);
    const { results } = await talk.answer(turn.id, 'yes?');
    expect((await talk.crumb(turn.id))['audience']).toEqual(['agent:helper']);
    expect((await talk.crumb(context.id))['audience']).toEqual(['agent:helper']);
    expect((await talk.crumb(results[0]?.id ?? ''))['audience']).toEqual(['user:bob', 'agent:helper', 'user:ann']);
  });

  it('that a confidant answers are for the readers that its context names, also where the store ends them', async () => {
    const narrowed = { readers: ['user:ann', 'agent:helper'] };
    const answered = await talk.wake(await talk.say('hello'));
    await talk.build(answered, undefined, narrowed);
    const { results } = await talk.answer(answered.id, 'only for Ann');
    expect((await talk.crumb(results[0]?.id ?? ''))['audience']).toEqual(['user:ann', 'agent:helper']);
    const stopped = await talk.wake(await talk.say('again'));
    await talk.build(stopped, undefined, narrowed);
    const stop = { kind: 'stop-turn' as const, caller: user(talk.workspace), turn: stopped.id, content: 'only for' };
    const { turn } = await store.writer.submit({ ...stop, cause: stopped.cause.id });
    expect((await talk.crumb(turn.response_id ?? ''))['audience']).toEqual(['user:ann', 'agent:helper']);
  });

  it('get no context that names readers of the answer whom the message does not', async () => {
    const turn = await talk.wake(await talk.say('psst', { audience: ['bob', 'helper'] }));
    const wider = talk.build(turn, undefined, { readers: ['user:bob', 'user:mallory'] });
    await expect(wider).rejects.toMatchObject({ code: 'invalid_payload' });
  });
});
