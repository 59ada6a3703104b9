import { AgentResponse, type AgentContextV1 } from '@crumbtrail/contracts';
import { readSessionActivity } from '../src/reading/read-session-activity';
import { Conversation } from './conversation';
import { databases } from './databases';
import { creates, operator, service, StoreUnderTest } from './store-under-test';

describe.each(databases)('how much has been said in a session, on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;

  beforeAll(async () => void (store = await StoreUnderTest.over(await open())), 60_000);
  beforeEach(async () => void (talk = await Conversation.begin(store)));
  afterAll(() => store.close());

  const read = (as_of: number, since: readonly { position: number; agent?: string }[] = [], session = 'demo') =>
    readSessionActivity(store.db.database, talk.workspace, { session, as_of, since: [...since] });

  async function answer(action: 'speak' | 'wait' | 'error', scene?: AgentContextV1['scene']) {
    const { id } = await talk.wake(await talk.say('and now?'));
    const turnOf = { id, agent: 'helper', cause: { id, version: 1 } };
    const context = await talk.build(turnOf, undefined, scene ? { scene } : {});
    const reply = {
      turn: { id },
      context_id: context.id,
      action,
      ...(action === 'speak' ? { content: 'so' } : {}),
      ...(action === 'error' ? { error: { code: 'model_error', message: 'The model failed.' } } : {}),
    };
    const { results } = await store.commit(service(talk.workspace, 'agent-executor'), {
      writes: creates({ schema_name: AgentResponse.name, context: reply }),
    });
    return results[0] as { id: string; position: number };
  }

  it('counts messages of people and spoken answers, as of a position and since others', async () => {
    const first = await answer('speak');
    await answer('wait');
    const third = await answer('speak');
    const since = [{ position: 0 }, { position: first.position }, { position: 0, agent: 'other' }];
    expect(await read(third.position, since)).toMatchObject({
      user_messages: 3,
      agent_messages: 2,
      answers_since: [2, 1, 0],
    });
    expect(await read(first.position)).toMatchObject({ user_messages: 1, agent_messages: 1 });
    expect(await read(third.position, [], 'elsewhere')).toEqual({
      user_messages: 0,
      agent_messages: 0,
      answers_since: [],
    });
  });

  it('says when the message before the latest was written', async () => {
    await talk.say('one');
    expect(await read(1_000_000)).not.toHaveProperty('previous_message_at');
    await talk.say('two');
    expect(Date.parse((await read(1_000_000)).previous_message_at as string)).toBeGreaterThan(0);
  });

  it('has the timed effects of lore of answered turns, newest first, and of no turn that failed', async () => {
    const effect = (start: number) => ({
      book: 'valley',
      id: 'dragon',
      hash: 'h',
      start,
      message: null,
      sticky_until: start + 3,
      cooldown_until: start + 3,
    });
    const left = (start: number): NonNullable<AgentContextV1['scene']> => ({
      records: [],
      activity: { user_messages: 0, agent_messages: 0, answers_since: {} },
      shown: [],
      omitted: [],
      lore: { placed: [], verdicts: [], counts: {}, timed: [effect(start)] },
    });
    const request = { session: 'demo', as_of: 1_000_000, since: [], lore: true };
    const lore = async () => (await readSessionActivity(store.db.database, talk.workspace, request)).lore_effects;
    expect(await lore()).toEqual([]);
    await answer('speak', left(1));
    await answer('error', left(2));
    await answer('speak');
    await answer('wait', left(3));
    expect(await lore()).toEqual([[effect(3)], [effect(1)]]);
    expect(await read(1_000_000)).not.toHaveProperty('lore_effects');
  });

  it('does not count erased messages', async () => {
    const said = await talk.say('one');
    await store.commit(operator(talk.workspace), { writes: [{ op: 'erase', id: said.id, if_match: 1 }] });
    expect(await read(1_000_000)).toMatchObject({ user_messages: 0 });
  });
});
