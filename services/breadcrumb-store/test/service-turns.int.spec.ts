import {
  AgentDef,
  Claim,
  CreateKey,
  ListUnfinishedTurns,
  OpenTurn,
  singletonId,
  StopTurn,
  type AgentDefV1,
  type Ref,
  type TurnView,
} from '@crumbtrail/contracts';
import type { WorkspaceStore } from '@crumbtrail/bus';
import { message } from './store-under-test';
import { ServiceUnderTest } from './service-under-test';

describe('OpenTurn for an agent that runs its own loop', () => {
  let service: ServiceUnderTest;
  let operator: WorkspaceStore;
  let own: WorkspaceStore;
  let older: Ref;
  const said = async (content: string): Promise<Ref> => {
    const { results } = await operator.commit({ writes: [{ op: 'create', draft: message(content) }] });
    return { id: results[0]?.id ?? '', version: 1 };
  };
  const keyFor = async (kind: 'user' | 'agent', id: string): Promise<WorkspaceStore> => {
    const { secret } = await operator.request(CreateKey, { participant: { kind, id }, role: 'writer' });
    return service.as('gateway', { key: secret });
  };
  const context: AgentDefV1 = {
    agent: 'own',
    prompt: 'p',
    runner: 'service',
    subscriptions: [{ schema: 'user.message.v9' }],
    lane: 'agent',
  };

  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    operator = await service.as('gateway', { key: service.key });
    older = await said('before anybody was defined');
    await operator.commit({
      writes: [{ op: 'create', draft: { schema_name: AgentDef.name, context: { ...context } } }],
    });
    own = await keyFor('agent', 'own');
  }, 60_000);
  afterAll(() => service.stop());

  it('opens the turn by the definition that was current when its cause was written, and returns the same turn again', async () => {
    await expect(own.request(OpenTurn, { agent: 'own', cause: older })).rejects.toMatchObject({ code: 'not_found' });
    const cause = await said('first');
    const id = singletonId('default', 'agent', 'own');
    const patch = { context: { ...context, limits: { turn_seconds: 7 } } };
    await operator.commit({ writes: [{ op: 'update', id, if_match: 1, patch }] });
    const { turn } = await own.request(OpenTurn, { agent: 'own', cause });
    expect(turn).toMatchObject({ agent: 'own', state: 'open', cause });
    expect((await operator.read({ refs: [{ id: turn.id }] })).crumbs[0]).toMatchObject({
      context: { definition: { id, version: 1 }, trigger: cause, runner: 'service' },
    });
    expect((await operator.request(OpenTurn, { agent: 'own', cause })).turn).toEqual(turn);
  });

  it('lists the turns that are not closed to the agent and to operators, in the order of their triggers, with claim and deadline', async () => {
    const causes = [await said('third'), await said('fourth')];
    const turns: TurnView[] = [];
    for (const cause of causes) turns.push((await own.request(OpenTurn, { agent: 'own', cause })).turn);
    const open = (await own.request(ListUnfinishedTurns, { agent: 'own', limit: 10 })).turns.find(
      ({ state }) => state === 'open',
    );
    await own.request(Claim, { key: `turn:${open?.id}`, ttl_ms: 60_000 });
    const listed = await own.request(ListUnfinishedTurns, { agent: 'own', limit: 10 });
    expect(listed.turns.slice(-2)).toMatchObject(
      turns.map(({ id }, nth) => ({
        id,
        state: 'queued',
        cause: causes[nth],
        session: 'demo',
        trail_id: causes[nth]?.id,
      })),
    );
    expect(listed.turns[0]).toMatchObject({
      id: open?.id,
      deadline_at: expect.stringMatching(/Z$/) as string,
      claimed_until: expect.stringMatching(/Z$/) as string,
    });
    expect(await operator.request(ListUnfinishedTurns, { agent: 'own', limit: 1 })).toEqual({
      turns: [listed.turns[0]],
    });
    await operator.request(StopTurn, { turn: open?.id ?? '' });
    const after = await own.request(ListUnfinishedTurns, { agent: 'own', limit: 10 });
    expect(after.turns.map(({ id }) => id)).not.toContain(open?.id);
    const other = await keyFor('agent', 'another');
    await expect(other.request(ListUnfinishedTurns, { agent: 'own', limit: 1 })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('is refused to keys of other participants, and for an agent that the pool runs', async () => {
    const cause = await said('second');
    const asked = { agent: 'own', cause };
    for (const store of [await keyFor('agent', 'other'), await keyFor('user', 'rita')]) {
      await expect(store.request(OpenTurn, asked)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(store.request(Claim, { key: 'turn:x', ttl_ms: 1000 })).rejects.toMatchObject({
        code: expect.stringMatching('forbidden|not_found') as string,
      });
    }
    await expect(operator.request(OpenTurn, { agent: 'assistant', cause })).rejects.toMatchObject({
      code: 'wrong_runner',
    });
    await expect(operator.request(OpenTurn, { agent: 'no such', cause })).rejects.toMatchObject({
      code: 'invalid_payload',
    });
    await expect(operator.request(OpenTurn, { agent: 'nobody', cause })).rejects.toMatchObject({ code: 'not_found' });
  });
});
