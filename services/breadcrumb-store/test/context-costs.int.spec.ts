import {
  AgentResponse,
  AnswerGrounding,
  packAccount,
  type AccountItem,
  type AgentResponseV1,
} from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../src/identity/caller';
import { readContextCosts } from '../src/reading/read-context-costs';
import { Conversation } from './conversation';
import { databases } from './databases';
import { creates, message, operator, service, StoreUnderTest, user } from './store-under-test';

const item = { source: 'recent', section: 'recent', rank: 1, score: 0.5, scores: {} };
const USAGE = {
  counted_prompt_tokens: 1_000,
  prompt_tokens: 1_000,
  cost_usd: 0.1,
  prices: { input: 100, output: 1 },
};

describe.each(databases)('the costs of contexts on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;

  beforeAll(async () => void (store = await StoreUnderTest.over(await open())), 60_000);
  beforeEach(async () => void (talk = await Conversation.begin(store)));
  afterAll(() => store.close());

  const read = (
    request: Partial<Parameters<typeof readContextCosts>[1]> = {},
    who: AuthenticatedCaller = operator(talk.workspace),
  ) => readContextCosts(store.db.database, { by: 'crumb', ...request }, who);
  const helper = (): AuthenticatedCaller => ({
    workspace: talk.workspace,
    principal: 'gateway',
    role: 'writer',
    participant: { kind: 'agent', id: 'helper' },
  });

  /** A context of 800 of the 1,000 tokens of a prompt, with 100 tokens of each of these crumbs, and its answer, which rests on the first. */
  async function turnWith(
    shown: readonly { id: string }[],
    { agent, session }: { agent?: string; session?: string } = {},
  ) {
    const turn = await talk.wake(await talk.say('and now?', session ? { session } : {}), agent ? { agent } : {});
    const account = packAccount(
      shown.map(({ id }): AccountItem => ({ ...item, id, version: 1, decision: 'kept', tokens: 100 })),
    );
    const tokens = { total: 800, by_section: {} };
    const budget = {
      max_tokens: 4_000,
      context_window: 9_000,
      system_prompt: 150,
      tool_schemas: 50,
      reply_reserve: 9,
      cap: 4_000,
    };
    const context = await talk.build(turn, undefined, { account, tokens, budget });
    const reply: AgentResponseV1 = { turn: { id: turn.id }, action: 'speak', content: 'so', usage: USAGE };
    const { results } = await store.commit(service(talk.workspace, 'agent-executor'), {
      writes: creates({ schema_name: AgentResponse.name, context: { ...reply } }),
    });
    const [first] = shown;
    const grounding = {
      response: { id: results[0]?.id },
      context_id: context.id,
      agent: turn.agent,
      sources: [{ id: first?.id, version: 1 }],
      sentences: [{ start: 0, end: 2, rests_on: [{ source: 0, share: 1 }] }],
    };
    await store.commit(service(talk.workspace, 'context-builder'), {
      writes: creates({ schema_name: AnswerGrounding.name, context: grounding }),
    });
    return context;
  }
  const note = (content: string) => talk.say(content, { session: 'library' });

  it('are what each crumb took of the prompts, and how many replies rest on it', async () => {
    const [a, b] = [await note('a pasted log'), await note('a heron')];
    await turnWith([a, b]);
    await turnWith([b, a]);
    await turnWith([a]);
    const { contexts, priced, prompts, groups, next_cursor } = await read();
    expect([contexts, priced, next_cursor]).toEqual([3, 3, undefined]);
    expect(prompts).toEqual({ tokens: 3_000, cached_tokens: 0, cost_usd: expect.closeTo(0.3) });
    const all = new Map(groups.map((group) => [group.key, group]));
    const common = { schema_name: 'user.message.v1', author: { kind: 'user', id: expect.any(String) } };
    expect(all.get(a.id)).toEqual({
      key: a.id,
      ...common,
      tokens: 300,
      cached_tokens: 0,
      cost_usd: expect.closeTo(0.03),
      contexts: 3,
      answered: 3,
      grounded: 2,
    });
    expect(all.get(b.id)).toMatchObject({ tokens: 200, contexts: 2, grounded: 1 });
    expect((await read({ by: 'schema' })).groups).toMatchObject([{ key: 'user.message.v1', tokens: 500, contexts: 3 }]);
  });

  it('are of one session, of one agent, and of a time', async () => {
    const a = await note('a heron');
    await turnWith([a]);
    await turnWith([a], { session: 'elsewhere' });
    expect((await read()).contexts).toBe(2);
    expect((await read({ session: 'elsewhere' })).contexts).toBe(1);
    expect([(await read({ agent: 'helper' })).contexts, (await read({ agent: 'other' })).contexts]).toEqual([2, 0]);
    expect((await read({ until: '2020-01-01T00:00:00Z' })).contexts).toBe(0);
  });

  it('come in pages, newest context first, each context on one of them', async () => {
    const a = await note('a heron');
    for (let turn = 0; turn < 5; turn += 1) await turnWith([a]);
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await read({ limit: 2, ...(cursor && { cursor }) });
      sizes.push(page.contexts);
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('count contexts only for those who may read them, and do not name crumbs that were erased or are for others', async () => {
    const [a, erased] = [await note('a heron'), await note('a secret')];
    const whispered = await store.create(
      user(talk.workspace, 'ann'),
      message('for ann', { audience: ['ann'], session: 'library' }),
    );
    await turnWith([a, erased, whispered]);
    expect((await read({}, user(talk.workspace))).contexts).toBe(0);
    expect((await read()).groups).toHaveLength(3);
    await store.commit(operator(talk.workspace), { writes: [{ op: 'erase', id: erased.id, if_match: 1 }] });
    expect((await read()).groups.map(({ key }) => key)).toEqual([a.id, whispered.id]);
    const { groups, hidden } = await read({}, helper());
    expect(groups.map(({ key }) => key)).toEqual([a.id]);
    expect(hidden).toEqual({ tokens: 200, cached_tokens: 0, cost_usd: expect.closeTo(0.02) });
  });
});
