import { AgentContext, AgentResponse, AgentTurn, asCrumbs, type AgentResponseV1 } from '@crumbtrail/contracts';
import type { TurnClaim } from '@crumbtrail/contracts/http/turn-fields';
import { Crumbtrail, isApiError, type OpenedTurn } from '@crumbtrail/client';
import { eventually } from '@crumbtrail/testing';
import { installExample, runExample } from './support/example';
import { echo, type EndedTurn, Conversations } from './support/conversations';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useFixture, useScript, useStack } from './support/fixture';

beforeAll(() => installExample('vercel-ai-sdk'));
const stack = useStack({ services: WITHOUT_TOOLS });
useScript(stack, echo);
const operator = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));
const conversations = new Conversations(stack);

const refusal = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'it was not rejected',
    (error: unknown) => (isApiError(error) ? [error.status, error.problem.code] : error),
  );

describe('an example of an agent loop', () => {
  test.each([
    ['own-loop-curl', ['sh', 'own-loop-curl/loop.sh'], 'curl-loop'],
    ['vercel-ai-sdk', [process.execPath, 'vercel-ai-sdk/loop.js'], 'vercel-loop'],
  ] as const)('%s answers with one turn, one context, one response', async (session, command, agent) => {
    const questions = [`It's "5\\n" o'clock; is the -roof tight?`, 'And what did I just ask?'];
    for (const question of questions) {
      const ended = await runExample(stack, [...command, question, session], stack.key);
      expect(ended).toMatchObject({ code: 0, out: `answer to ${question}\n` });
    }
    const [first, second] = (await conversations.endedTurns(session)) as [EndedTurn, EndedTurn];
    expect([first.turn.context.agent, second.turn.context.runner]).toEqual([agent, 'service']);
    const trail = await operator.trail(first.turn.id);
    expect(trail.nodes.map(({ schema_name }) => schema_name)).toEqual([
      'user.message.v1',
      AgentTurn.name,
      AgentContext.name,
      AgentResponse.name,
    ]);
    expect(trail.tree).toMatchObject([{ children: [{ children: [{ children: [{ children: [] }] }] }] }]);
    expect(first.response.author).toEqual({ kind: 'agent', id: agent });
    const [context] = trail.nodes.filter(({ schema_name }) => schema_name === AgentContext.name);
    expect(first.response.context).toMatchObject({ action: 'speak', context_id: context?.id, model: 'scripted' });
    const { billed, formatted_context } = await operator.explain(second.response.context.context_id as string);
    expect(billed).toMatchObject({ billed: second.response.context.usage?.prompt_tokens });
    expect(formatted_context).toContain(questions[0]);
  });

  test('closes the turn with a visible error when its model fails', async () => {
    stack.model.next({ status: 400, message: 'no' });
    const ended = await runExample(stack, ['sh', 'own-loop-curl/loop.sh', 'hello', 'failing'], stack.key);
    expect(ended.code).toBe(0);
    const [turn] = await conversations.endedTurns('failing');
    expect(turn?.response.context).toMatchObject({ action: 'error', error: { code: 'model' } });
  });
});

describe('an agent loop outside the stack', () => {
  const opened = async (agent: string, wish: { content: string; session: string }): Promise<OpenedTurn> => {
    const turn = await operator.loop.open({ agent, ...wish });
    if (!turn.claim) throw new Error('the context was not there in time');
    return turn;
  };
  const define = (agent: string, limits = {}): Promise<unknown> =>
    conversations.defineAgent({
      agent,
      runner: 'service',
      limits,
      subscriptions: [{ schema: 'user.message.v1', any_tags: [agent] }],
    });
  const speak = { action: 'speak', content: 'hi' } as const;

  test('gets only the turns of the agent that owns its key', async () => {
    await define('own');
    const key = async (id: string): Promise<Crumbtrail> =>
      new Crumbtrail({
        url: stack.api.url,
        key: (await operator.createKey({ participant: { kind: 'agent', id }, role: 'writer' })).secret,
      });
    const [own, other] = [await key('own'), await key('other')];
    const { id } = await conversations.say('keys', 'who is there?');
    const wish = { agent: 'own', trigger_id: id } as const;
    expect(await refusal(other.loop.open(wish))).toEqual([403, 'forbidden']);
    const turn = await own.loop.open(wish);
    const claim = turn.claim ?? { fence: 0 };
    expect(await refusal(other.loop.claim(turn.turn.id))).toEqual([404, 'not_found']);
    expect(await refusal(other.loop.respond(turn.turn.id, { claim, ...speak }))).toEqual([403, 'wrong_writer']);
    expect(await refusal(other.explain((turn as OpenedTurn).context.id))).toEqual([404, 'not_found']);
    expect(await own.loop.respond(turn.turn.id, { claim, ...speak })).toMatchObject({
      author: { kind: 'agent', id: 'own' },
    });
    const seenTurns = new Set<unknown>();
    for await (const item of own.events({ cursor: 'start', schemas: [AgentContext.name] })) {
      if (item.type === 'event') seenTurns.add(item.event.crumb?.context['agent']);
      else break;
    }
    expect([...seenTurns]).toEqual(['own']);
  });

  test('gets a turn that a subscription has already opened', async () => {
    await conversations.defineAgent({
      agent: 'both',
      runner: 'service',
      subscriptions: [{ schema: 'user.message.v1', any_tags: ['b'] }],
    });
    const { id } = await conversations.append({
      schema_name: 'user.message.v1',
      session: 'both',
      tags: ['b'],
      context: { content: 'hello' },
    });
    const woken = await eventually(async () => {
      const turns = await conversations.listCrumbs(AgentTurn.name, 'both');
      return turns.find(({ context }) => context['agent'] === 'both');
    });
    const turn = await operator.loop.open({ agent: 'both', trigger_id: id });
    expect(turn.turn.id).toBe(woken.id);
    await operator.loop.respond(turn.turn.id, { claim: turn.claim ?? { fence: 0 }, ...speak });
    expect((await conversations.endedTurns('both')).filter((one) => one.turn.context.agent === 'both')).toHaveLength(1);
  });

  test('claims its turn: of two loops that open it at once, one gets it and the other gets an error', async () => {
    await define('alone');
    const { id } = await conversations.say('alone', 'who of you?');
    const wish = { agent: 'alone', trigger_id: id } as const;
    const asked = await Promise.all(
      [1, 2].map(() =>
        operator.loop.open(wish).then(
          ({ turn }) => turn.state,
          (error: unknown) => isApiError(error) && error.problem.code,
        ),
      ),
    );
    expect(asked.sort()).toEqual(['open', 'stale_fence']);
  });

  test('is rejected as stale after its claim was taken over, and only one response is stored', async () => {
    await define('twice');
    const first = await operator.loop.open({ agent: 'twice', content: 'hello', session: 'twice', claim_ms: 1_000 });
    const [turn, stale] = [first.turn.id, first.claim ?? { fence: 0 }];
    const claim = await eventually(() => operator.loop.claim(turn), { everyMs: 100 });
    expect(await refusal(operator.loop.respond(turn, { claim: stale, ...speak }))).toEqual([409, 'stale_fence']);
    expect(await refusal(operator.loop.claim(turn, { fence: stale.fence }))).toEqual([409, 'stale_fence']);
    const said = await operator.loop.respond(turn, { claim, ...speak });
    expect((await operator.loop.respond(turn, { claim, ...speak })).id).toBe(said.id);
    const late = { claim, action: 'speak', content: 'something else' } as const;
    expect(await refusal(operator.loop.respond(turn, late))).toEqual([409, 'turn_closed']);
  });

  test('that restarts finds its open turn in the list of its contexts, and answers it', async () => {
    await define('again');
    const participant = { kind: 'agent', id: 'again' } as const;
    const { secret } = await operator.createKey({ participant, role: 'writer' });
    const loop = new Crumbtrail({ url: stack.api.url, key: secret });
    const { id } = await conversations.say('again', 'are you there?');
    const lost = await loop.loop.open({ agent: 'again', trigger_id: id, claim_ms: 1_000 });
    const { breadcrumbs } = await loop.list({ schema: AgentContext.name, limit: 20 });
    const [context] = asCrumbs(AgentContext.name, breadcrumbs);
    const found = await eventually(
      () => loop.loop.open({ agent: 'again', trigger_id: context?.context.trigger.id as string }),
      { everyMs: 100 },
    );
    expect(found.turn.id).toBe(lost.turn.id);
    const renewed = await loop.loop.claim(found.turn.id, { claim: found.claim as TurnClaim, claim_ms: 30_000 });
    await loop.loop.respond(found.turn.id, { claim: renewed, ...speak });
    expect(await refusal(loop.loop.open({ agent: 'again', trigger_id: id }))).toEqual([409, 'turn_closed']);
  });

  test('that dies has its turn closed at the deadline, and its lane continues', async () => {
    await define('dead', { turn_seconds: 2 });
    const { turn } = await opened('dead', { content: 'hello', session: 'dead' });
    const next = await operator.loop.open({ agent: 'dead', content: 'and now?', session: 'dead' });
    expect(next.turn.state).toBe('open');
    const ended = await eventually(async () => {
      const responses = await conversations.listCrumbs<AgentResponseV1>(AgentResponse.name, 'dead');
      return responses.find(({ context }) => context.turn?.id === turn.id);
    });
    expect(ended.context).toMatchObject({ action: 'error', error: { code: 'deadline' } });
    expect(await refusal(operator.loop.open({ agent: 'dead', trigger_id: turn.cause.id }))).toEqual([
      409,
      'turn_closed',
    ]);
  });
});

describe('the gateway', () => {
  test('writes no message text into its log', () => {
    const log = stack.log('gateway');
    for (const said of ['script', 'tight', 'who is there', 'Answer.', stack.key]) expect(log).not.toContain(said);
  });
});
