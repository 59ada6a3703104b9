import { type AccountItem, Influence, Read, refuse } from '@crumbtrail/contracts';
import { Diff, Replan, Replay, WhatIf } from '@crumbtrail/contracts/operations/recorded-contexts';
import { WhyNot } from '@crumbtrail/contracts/operations/why-not';
import { ContextCosts } from '@crumbtrail/contracts/operations/context-costs';
import { crumb, found, ID, OTHER } from './crumbs';
import { type GatewayUnderTest, startGateway } from './gateway';

type Json = Record<string, never>;
const json = async (answer: Response): Promise<Json> => (await answer.json()) as Json;

const item: AccountItem = {
  id: OTHER,
  version: 1,
  source: 'recent',
  section: 'recent',
  decision: 'kept',
  tokens: 3,
  rank: 1,
  score: 1,
  scores: { bm25: 0.6, vector: 0.4 },
};
const replay = {
  context: ID,
  identical: true,
  formatted_context: 'What was shown',
  recorded_hash: 'h',
  hash: 'h',
  erased: [],
  differs: [],
};

describe('context endpoints', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => gateway.fake.say(Read, () => found([crumb({ schema_name: 'agent.context.v1' })])));
  afterEach(() => gateway.fake.forget());
  afterAll(() => gateway.stop());
  const post = (path: string, body: object): Promise<Response> =>
    gateway.send('POST', `/v1/contexts/${ID}/${path}`, body);

  test('a replay takes no body and returns the reply of the context-builder', async () => {
    gateway.fake.say(Replay, () => replay);
    const answer = await gateway.fetch(`/v1/contexts/${ID}/replay`, { method: 'POST' });
    expect([answer.status, await json(answer)]).toEqual([200, replay]);
    expect(gateway.fake.of(Replay)).toMatchObject([{ key: 'operator-key', request: { context: ID } }]);
  });

  test('a replan forwards the position, the budget and the configuration', async () => {
    gateway.fake.say(Replan, () => ({ preview: {}, diff: {} }) as never);
    const wish = { as_of: 7, budget: { max_tokens: 500 }, config: { sources: [{ type: 'recent' }] } };
    expect((await post('replan', wish)).status).toBe(200);
    expect((await post('replan', {})).status).toBe(200);
    expect(gateway.fake.of(Replan).map(({ request }) => request)).toEqual([{ context: ID, ...wish }, { context: ID }]);
  });

  test('a what-if query takes one to sixteen budgets', async () => {
    gateway.fake.say(WhatIf, () => ({ budgets: [] }) as never);
    expect((await post('what-if', { budgets: [1000, 2000] })).status).toBe(200);
    expect(gateway.fake.of(WhatIf)[0]?.request).toEqual({ context: ID, budgets: [1000, 2000] });
    for (const budgets of [[], [1], ['many'], Array(17).fill(1000)])
      expect((await post('what-if', { budgets })).status).toBe(422);
  });

  test('a why-not question is 1 to 2,000 characters', async () => {
    gateway.fake.say(WhyNot, () => ({ verdict: 'not_said' }) as never);
    expect((await post('why-not', { text: 'the roof' })).status).toBe(200);
    expect(gateway.fake.of(WhyNot)[0]?.request).toEqual({ context: ID, text: 'the roof' });
    for (const text of ['', 'x'.repeat(2_001), 7]) expect((await post('why-not', { text })).status).toBe(422);
  });

  test('costs are summed up page by page until enough contexts are covered, with the texts that the key may read', async () => {
    const cost = { tokens: 10, cached_tokens: 0, cost_usd: 1 };
    const group = { key: OTHER, ...cost, contexts: 50, answered: 1, grounded: 0 };
    gateway.fake.say(Read, () => found([crumb({ id: OTHER })]));
    gateway.fake.say(ContextCosts, ({ limit = 0 }) => {
      return { contexts: limit, priced: 0, prompts: cost, groups: [group], hidden: cost, next_cursor: 'more' };
    });
    const answer = await gateway.fetch('/v1/contexts/costs?session=demo&contexts=120&limit=1');
    expect([answer.status, await json(answer)]).toMatchObject([
      200,
      {
        by: 'crumb',
        contexts: 120,
        next_cursor: 'more',
        rows: [{ key: OTHER, tokens: 30, contexts: 150, text: 'hello' }],
      },
    ]);
    const asked = gateway.fake.of(ContextCosts);
    expect(asked.map(({ key, request }) => [key, request.limit, request.cursor])).toEqual([
      ['operator-key', 50, undefined],
      ['operator-key', 50, 'more'],
      ['operator-key', 20, 'more'],
    ]);
    expect((await gateway.fetch('/v1/contexts/costs?by=mood')).status).toBe(422);
    expect((await gateway.fetch('/v1/contexts/costs?contexts=10001')).status).toBe(422);
  });

  test('a diff compares two contexts', async () => {
    gateway.fake.say(Diff, () => ({ added: [{ item, cause: 'the budget grew' }] }) as never);
    const answer = await gateway.fetch(`/v1/contexts/diff?a=${ID}&b=${OTHER}`);
    expect([answer.status, await json(answer)]).toEqual([200, { added: [{ item, cause: 'the budget grew' }] }]);
    expect(gateway.fake.of(Diff)[0]?.request).toEqual({ a: ID, b: OTHER });
    for (const query of ['', `?a=${ID}`, `?a=${ID}&b=x`])
      expect((await gateway.fetch(`/v1/contexts/diff${query}`)).status).toBe(422);
  });

  test('influence lists the contexts that quote a breadcrumb', async () => {
    gateway.fake.say(Influence, () => ({ contexts: [], beyond: 0 }));
    expect(await json(await gateway.fetch(`/v1/breadcrumbs/${ID}/influence?limit=5`))).toEqual({
      contexts: [],
      beyond: 0,
    });
    expect(gateway.fake.of(Influence)[0]?.request).toEqual({ id: ID, limit: 5 });
  });

  test('a context that the key may not read is 404, without a request to the context-builder', async () => {
    gateway.fake.say(Read, () => found([null]));
    const authorization = 'Bearer reader-key';
    const asked = [
      gateway.fetch(`/v1/contexts/${ID}/replay`, { method: 'POST', headers: { authorization } }),
      gateway.send('POST', `/v1/contexts/${ID}/replan`, {}, { authorization }),
      gateway.send('POST', `/v1/contexts/${ID}/what-if`, { budgets: [1000] }, { authorization }),
      gateway.send('POST', `/v1/contexts/${ID}/why-not`, { text: 'the roof' }, { authorization }),
      gateway.fetch(`/v1/contexts/diff?a=${ID}&b=${OTHER}`, { headers: { authorization } }),
      gateway.fetch(`/v1/contexts/${ID}/explain`, { headers: { authorization } }),
    ];
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(404);
    expect(
      [Replay, Replan, WhatIf, WhyNot, Diff].flatMap((contract) => gateway.fake.of<unknown>(contract as never)),
    ).toEqual([]);
  });

  test('a breadcrumb that is not a context is 404', async () => {
    gateway.fake.say(Read, () => found([crumb()]));
    const answer = await gateway.fetch(`/v1/contexts/${ID}/replay`, { method: 'POST' });
    expect(await json(answer)).toMatchObject({ status: 404, detail: expect.stringContaining('user.message.v1') });
  });

  test('an error of the context-builder is reported as problem details', async () => {
    gateway.fake.say(Replan, () => {
      throw refuse('invalid_payload', 'no', { issues: [{ path: '/config/sources/0', rule: 'enum', message: 'm' }] });
    });
    expect(await json(await post('replan', {}))).toMatchObject({
      status: 422,
      issues: [{ path: '/config/sources/0' }],
    });
  });
});
