import { Crumbtrail, type StreamItem } from '@crumbtrail/client';
import { AgentDef, AgentStep, ToolRequest, ToolResponse, type AgentStepV1 } from '@crumbtrail/contracts';
import { eventually, ApiRefusal, type ModelCall, type Script } from '@crumbtrail/testing';
import { lastLine, Conversations, type EndedTurn } from './support/conversations';
import { useScript, useStack } from './support/fixture';

const SESSIONS = 50;
const DELAY_MS = 200;
const SUMS = /\b1\d{3} \* 2\b/g;

const output_schema = {
  type: 'object',
  properties: { sum: { type: 'integer' } },
  required: ['sum'],
  additionalProperties: false,
};

/** The replies of a small model in each of the modes, computed from the prompt alone. */
function small(call: ModelCall): Script {
  const contents = (call.body.messages ?? []).map(({ content }) => content);
  const [system = '', last = ''] = [contents[0], contents.at(-1)];
  const say = (text: string): Script => ({ say: text, delay_ms: DELAY_MS, pieces: 7 });
  if (system.startsWith('Which tool')) return say('1');
  if (last.startsWith('Context: ')) return say(`router says ${/\d+/.exec(last)?.[0]}`);
  if (last.startsWith('{"tool_results"')) return say(`{"message": "clerk says ${/"result":(\d+)/.exec(last)?.[1]}"}`);
  const input = { expression: lastLine(call) };
  return say(JSON.stringify({ message: 'Let me see.', tool_requests: [{ tool: 'calculator', input }] }));
}

// Fifty conversations at once use more than one core.
const stack = useStack({ apart: 'all', services: { 'agent-executor': { replicas: 2 } } });
useScript(stack, small);
const conversations = new Conversations(stack);

beforeAll(async () => {
  const [assistant] = await conversations.listCrumbs(AgentDef.name);
  const asleep = { ...assistant?.context, subscriptions: [{ schema: 'user.message.v1', any_tags: ['nobody'] }] };
  const headers = { 'if-match': `"${assistant?.version}"` };
  await stack.api.request('PATCH', `/v1/breadcrumbs/${assistant?.id}`, { context: asleep }, { headers });
  const isDefined = async () =>
    (await conversations.listCrumbs('tool.def.v1')).some(({ context }) => context['name'] === 'calculator');
  await eventually(isDefined);
  await conversations.defineAgent({ agent: 'clerk', tools: ['calculator'], tool_mode: 'json' });
  await conversations.defineAgent({ agent: 'router', tools: ['calculator'], tool_mode: 'digit' });
});

const promptOf = (call: ModelCall | undefined): string =>
  (call?.body.messages ?? []).map(({ content }) => content).join('\n');
const answersOf = (ended: readonly EndedTurn[]): (string | undefined)[] =>
  ended.map(({ response }) => response.context.content).sort();

describe('agents that call tools in text (json, digit)', () => {
  it(`keep ${SESSIONS} concurrent conversations separate`, async () => {
    const sums = Array.from({ length: SESSIONS }, (_, n) => 1000 + n);
    const sent = await Promise.all(sums.map((sum) => conversations.say(`s${sum}`, `${sum} * 2`)));
    const ended = await Promise.all(
      sent.map((one) => conversations.waitForTurns([one], { each: 2, withinMs: 120_000 })),
    );
    for (const [n, sum] of sums.entries())
      expect(answersOf(ended[n] as EndedTurn[])).toEqual([
        `Let me see.\n\nclerk says ${sum * 2}`,
        `router says ${sum * 2}`,
      ]);
    // Each turn makes two model calls, and neither holds a sum of another session.
    expect(stack.model.calls).toHaveLength(SESSIONS * 4);
    for (const call of stack.model.calls) expect(new Set(promptOf(call).match(SUMS)).size).toBe(1);
  }, 180_000);

  it('show the question and the answer in the conversation, and none of the steps between', async () => {
    const before = stack.model.calls.length;
    const message = await conversations.say('s1000', '1900 * 2');
    await conversations.waitForTurns([message], { each: 2 });
    const choice = stack.model.calls.slice(before).find((call) => promptOf(call).startsWith('Which tool'));
    const shown = choice?.body.messages?.slice(1).map(({ content }) => content) ?? [];
    expect(shown).toHaveLength(1);
    expect(shown[0]).toContain('1000 * 2');
    expect(shown[0]).toContain('clerk says 2000');
    expect(shown[0]).toContain('router says 2000');
    for (const call of stack.model.calls.slice(before))
      expect(call.body.messages?.[1]?.content.replace(/^Context: .*/, '')).not.toMatch(
        /Context:|Which tool|tool_re|1\. calc/,
      );
  }, 60_000);

  it('record every step, request and result on the trail, in the turn that made it', async () => {
    const [steps, requests, responses] = [
      await conversations.listCrumbs<AgentStepV1>(AgentStep.name, 's1001'),
      await conversations.listCrumbs(ToolRequest.name, 's1001'),
      await conversations.listCrumbs(ToolResponse.name, 's1001'),
    ];
    expect(steps.map(({ context: { mode, kind, calls } }) => [mode, kind, calls.length]).sort()).toEqual([
      ['digit', 'choice', 1],
      ['json', 'model', 1],
    ]);
    const turns = steps.map(({ context }) => context.turn.id).sort();
    for (const crumbs of [requests, responses])
      expect(crumbs.map(({ context }) => (context['turn'] as { id: string }).id).sort()).toEqual(turns);
  });

  it('leave a conversation that can be imported elsewhere unchanged, and that holds no key', async () => {
    const client = new Crumbtrail({ url: stack.api.url, key: stack.key });
    const conversation = async (session: string) => {
      const asked = await conversations.listCrumbs('user.message.v1', session);
      return [...asked, ...(await conversations.listCrumbs('agent.response.v1', session))].map(
        ({ schema_name, author, audience, tags, occurred_at, context: { action, content } }) => ({
          schema_name,
          author,
          audience,
          tags,
          occurred_at,
          context: action === undefined ? { content } : { action, content },
        }),
      );
    };
    const exported = await conversation('s1002');
    expect(exported).toHaveLength(3);
    expect(JSON.stringify(exported)).not.toMatch(new RegExp(`${stack.key}|sk-`));
    const drafts = exported.map((one) => ({ ...one, session: 'brought', audience: one.audience as 'all' }));
    await client.appendBatch(drafts, { imported: true });
    expect(await conversation('brought')).toEqual(exported);
    expect(await conversations.listCrumbs('agent.turn.v1', 'brought')).toEqual([]);
  }, 60_000);

  it('stream their answer as text, which is the text that is stored', async () => {
    const client = new Crumbtrail({ url: stack.api.url, key: stack.key });
    const leaving = new AbortController();
    const pieces: StreamItem[] = [];
    const watching = (async () => {
      for await (const item of client.watch('heard', { signal: leaving.signal })) pieces.push(item);
    })().catch(() => undefined);
    await eventually(() => pieces.some(({ type }) => type === 'complete'));
    const ended = await conversations.waitForTurns([await conversations.say('heard', '1950 * 2')], { each: 2 });
    const streamed = (turn: string): string =>
      pieces.reduce((text, item) => {
        if (item.type !== 'piece' || item.piece.turn !== turn) return text;
        return item.piece.kind === 'reset' ? '' : text + item.piece.text;
      }, '');
    await eventually(() => ended.every(({ turn, response }) => streamed(turn.id) === response.context.content));
    leaving.abort();
    await watching;
    const all = pieces.flatMap((item) => (item.type === 'piece' ? [item.piece.text] : [])).join('');
    expect(all).not.toMatch(/[{}"]|tool_requests/);
  }, 60_000);
});

describe('an agent with an output schema', () => {
  const planner = {
    agent: 'planner',
    output_schema,
    subscriptions: [{ schema: 'user.message.v1', any_tags: ['plan'] }],
  };
  const plan = async (session: string): Promise<EndedTurn> => {
    const receipt = await conversations.append({
      schema_name: 'user.message.v1',
      session,
      tags: ['plan'],
      context: { content: 'plan it' },
    });
    const ours = (all: readonly EndedTurn[]): EndedTurn | undefined =>
      all.find(({ turn }) => turn.context.agent === 'planner' && turn.context.trigger.id === receipt.id);
    return eventually(async () => ours(await conversations.endedTurns(session).catch(() => [])) ?? null);
  };

  beforeAll(() => conversations.defineAgent(planner));
  const answering = (...answers: string[]): void =>
    stack.model.otherwise((call) =>
      promptOf(call).includes('JSON Schema') ? { say: answers.shift() ?? 'no more' } : small(call),
    );

  it('answers in text and data, and corrects an invalid answer once', async () => {
    answering('{"sum": "four"}', '{"sum": 4}');
    const { response } = await plan('data');
    expect(response.context).toMatchObject({ action: 'speak', content: '{"sum": 4}', output: { sum: 4 }, steps: 1 });
  }, 60_000);

  it('ends in a visible error, without the answer, when it is invalid twice', async () => {
    answering('{"sum": "four"}', 'four');
    const { response } = await plan('no-data');
    expect(response.context).toMatchObject({ action: 'error', error: { code: 'invalid_output' } });
    expect(response.context).not.toHaveProperty('content');
    expect(response.context).not.toHaveProperty('output');
  }, 60_000);
});

describe('an agent definition', () => {
  const ten = Array.from({ length: 10 }, (_, n) => `tool_${n}`);
  const refusal = (context: object): Promise<unknown> =>
    conversations.defineAgent({ agent: 'never', ...context }).then(
      () => 'it was accepted',
      (error: unknown) => (error instanceof ApiRefusal ? JSON.stringify(error.body) : error),
    );

  it('with more than nine tools for digit mode is rejected, unless they are grouped', async () => {
    expect(await refusal({ tools: ten, tool_mode: 'digit' })).toContain('/tools');
    expect(await refusal({ tools: ten, tool_mode: 'digit', tool_options: { over_nine: 'groups' } })).toBe(
      'it was accepted',
    );
  });

  it('with an invalid output schema is rejected with its path', async () => {
    expect(await refusal({ output_schema: { properties: { a: { $ref: 'https://example.com/a' } } } })).toContain(
      '/output_schema/properties/a/$ref',
    );
  });
});
