import {
  AgentDef,
  AgentResponse,
  MAX_REQUESTED_TURNS,
  UserMessage,
  type Draft,
  type Ref,
  type RequestTurnsRequest,
  type TurnRequest,
  type TurnView,
} from '@crumbtrail/contracts';
import { readTurns } from '../src/reading/read-turns';
import { creates, message, operator, service, StoreUnderTest, user } from './store-under-test';
import { databases } from './databases';

const nameOf = (n: number): string => `agent-${String(n).padStart(4, '0')}`;
const definitionOf = (agent: string, lane: 'agent' | 'session'): Draft => ({
  schema_name: AgentDef.name,
  context: { agent, prompt: 'p', subscriptions: [{ schema: UserMessage.name }], lane },
});

describe.each(databases)('a message that wakes many agents, on %s', (_name, open) => {
  let store: StoreUnderTest;
  let workspace: string;

  beforeAll(async () => void (store = await StoreUnderTest.over(await open())), 60_000);
  beforeEach(async () => void (workspace = await store.workspace()));
  afterAll(() => store.close());

  const say = (content: string): Promise<Ref> => store.create(user(workspace), message(content));
  async function define(count: number, lane: 'agent' | 'session'): Promise<TurnRequest[]> {
    const agents = Array.from({ length: count }, (_, n) => nameOf(n));
    const writes = creates(...agents.map((agent) => definitionOf(agent, lane)));
    const { results } = await store.commit(operator(workspace), { writes });
    return results.map(({ id }, n) => ({ agent: nameOf(n), definition: { id, version: 1 }, generation: 0 }));
  }
  /** Requests the portion of the turns that begins at `offset`, as the conductor does. */
  function request(
    { id, version }: Ref,
    all: readonly TurnRequest[],
    offset: number,
  ): Promise<{ turns: readonly TurnView[] }> {
    const turns = all.slice(offset, offset + MAX_REQUESTED_TURNS);
    const portion: RequestTurnsRequest['portion'] = { offset, total: all.length };
    return store.writer.submit({ kind: 'request-turns', workspace, cause: { id, version }, turns, portion });
  }
  async function requestAll(cause: Ref, all: readonly TurnRequest[]): Promise<void> {
    for (let offset = 0; offset < all.length; offset += MAX_REQUESTED_TURNS) await request(cause, all, offset);
  }
  const turnsOf = (cause: Ref): ReturnType<typeof readTurns> =>
    readTurns(store.db.database, cause.id, operator(workspace));
  const answer = (turns: readonly TurnView[]): Promise<unknown> =>
    store.commit(service(workspace, 'agent-executor'), {
      writes: creates(
        ...turns.map(({ id }) => ({ schema_name: AgentResponse.name, context: { turn: { id }, action: 'wait' } })),
      ),
    });

  it('is decided with the last portion only, and a repeat after a crash between two portions makes no doubles', async () => {
    const all = await define(300, 'session');
    const cause = await say('hello');
    await request(cause, all, 0);
    expect(await turnsOf(cause)).toMatchObject({ decided: false, turns: { length: MAX_REQUESTED_TURNS } });
    await requestAll(cause, all);
    await requestAll(cause, all);
    const { decided, turns } = await turnsOf(cause);
    expect(decided).toBe(true);
    expect(turns.map(({ agent }) => agent).sort()).toEqual(all.map(({ agent }) => agent));
    const rows = await store.db.database.query<{ turns: number }>('select turns from decision where cause_id = $1', [
      cause.id,
    ]);
    expect(rows).toEqual([{ turns: 300 }]);
  });

  it('keeps later messages of its session waiting until its last portion is requested', async () => {
    const all = await define(257, 'session');
    const [first, second] = [await say('first'), await say('second')];
    await request(second, all.slice(0, 1), 0);
    await request(first, all, 0);
    // The turns of a lane open in the order of their agents, each when the one before it has ended.
    await answer((await turnsOf(first)).turns);
    expect((await turnsOf(second)).turns).toMatchObject([{ state: 'queued' }]);
    await answer((await request(first, all, MAX_REQUESTED_TURNS)).turns);
    expect((await turnsOf(second)).turns).toMatchObject([{ state: 'open' }]);
  });

  it('has the turns of 1,000 agents opened and answered, each once', async () => {
    const all = await define(1_000, 'agent');
    const cause = await say('hello');
    await requestAll(cause, all);
    const { decided, turns } = await turnsOf(cause);
    expect([decided, turns.length, turns.filter(({ state }) => state === 'open').length]).toEqual([true, 1_000, 1_000]);
    await answer(turns);
    const after = await turnsOf(cause);
    expect(new Set(after.turns.map(({ state }) => state))).toEqual(new Set(['closed']));
    expect(new Set(after.turns.map(({ response_id }) => response_id)).size).toBe(1_000);
  });
});
