import { Crumbtrail, isApiError, type RerunOptions } from '@crumbtrail/client';
import {
  AgentDef,
  AnswerGrounding,
  ToolTry,
  TurnRerun,
  type AgentDefV1,
  type TurnRerunV1,
} from '@crumbtrail/contracts';
import { eventually, TestStack, type Script } from '@crumbtrail/testing';

const WITHIN = { withinMs: 60_000, everyMs: 50 };
const USAGE = { prompt_tokens: 100, completion_tokens: 10 };
let calls = 0;
/** Never the same call twice: repeated ones end a turn. */
const callTool = (): Script => ({
  calls: [{ name: 'calculator', arguments: { expression: `${(calls += 1)} + 1` } }],
  usage: USAGE,
});

describe('a rerun', () => {
  let stack: TestStack;
  let client: Crumbtrail;
  beforeAll(async () => {
    stack = await TestStack.start({ services: { 'memory-keeper': false } });
    client = new Crumbtrail({ url: stack.api.url, key: stack.key });
    await eventually(async () => {
      const { breadcrumbs } = await client.list({ schema: 'tool.def.v1', limit: 100 });
      return breadcrumbs.some(({ context }) => context['name'] === 'calculator');
    }, WITHIN);
  });
  afterAll(() => stack?.stop());
  beforeEach(() => stack.model.otherwise({ say: 'as it was' }));

  /** All breadcrumbs but those that say what replies rest on, which come some time after each reply. */
  async function listAll(): Promise<{ id: string; schema_name: string; context: object }[]> {
    const { breadcrumbs } = await client.list({ limit: 500 });
    return breadcrumbs.filter(({ schema_name }) => schema_name !== AnswerGrounding.name);
  }

  const definitionOf = (agent: string, more: Partial<AgentDefV1> = {}): Record<string, unknown> => ({
    agent,
    prompt: 'You are the harbour master.',
    subscriptions: [{ schema: 'user.message.v1', any_tags: [agent] }],
    tools: ['calculator'],
    limits: { tool_rounds: 32 },
    ...more,
  });

  /** An agent of its own for a test, and a turn that it has answered. */
  async function answeredTurn(agent: string) {
    const made = await client.append({ schema_name: AgentDef.name, context: definitionOf(agent) });
    const definition = { id: made.id, version: made.version };
    const said = await client.say(agent, 'what is 6 * 7?', { tags: [agent], wait_ms: 60_000 });
    const response = said.responses?.find(({ author }) => author.id === agent);
    const { turn } = response?.context as unknown as { turn: { id: string } };
    return { turn: turn.id, definition };
  }

  /** Runs a turn again; what was stored meanwhile, and how it ended. */
  async function rerun(turn: string, options: RerunOptions = {}) {
    const before = new Set((await listAll()).map(({ id }) => id));
    const result = await client.turns.rerun(turn, options);
    const stored = (await listAll()).filter(({ id }) => !before.has(id));
    return { result, stored };
  }

  const schemasOf = (stored: readonly { schema_name: string }[]): string[] =>
    stored.map(({ schema_name }) => schema_name);

  const recordOf = async (turn: string): Promise<TurnRerunV1 | undefined> => {
    const { breadcrumbs } = await client.list({ schema: TurnRerun.name, limit: 500 });
    const found = breadcrumbs.map(({ context }) => context as unknown as TurnRerunV1);
    return found.find((one) => one.turn.id === turn);
  };

  test('asks nobody to approve a tool call: the model reads that it was not run, and nothing waits or is woken', async () => {
    const { turn, definition } = await answeredTurn('approved');
    const approvals = [{ tools: ['calculator'], approval: 'always' as const }];
    await client.change(definition.id, definition.version, { context: definitionOf('approved', { approvals }) });
    stack.model.next(callTool(), { say: 'I was not allowed to', usage: USAGE });
    const { result, stored } = await rerun(turn, { base: 'latest', confirmed: true });
    expect(result.calls).toMatchObject([
      {
        tool: 'calculator',
        status: 'error',
        not_run: true,
        text: expect.stringMatching(/needs the approval of a person/),
      },
    ]);
    expect(JSON.stringify(stack.model.calls.at(-1)?.body)).toMatch(/a rerun asks nobody/);
    expect(result.after.content).toBe('I was not allowed to');
    expect(schemasOf(stored)).toEqual([TurnRerun.name]);
    expect((await client.approvals.list({ limit: 10 })).approvals).toEqual([]);
  });

  test('ends when turn_seconds run out, with an error, and its record has the cost of the calls before', async () => {
    const { turn, definition } = await answeredTurn('slow');
    const limits = { turn_seconds: 5 };
    await client.change(definition.id, definition.version, { context: definitionOf('slow', { limits }) });
    stack.model.next(callTool());
    stack.model.otherwise({ stall: true });
    const { result, stored } = await rerun(turn, { base: 'latest' });
    expect(result.after).toMatchObject({ action: 'error', error: { code: 'timeout' } });
    expect(await recordOf(turn)).toMatchObject({ action: 'error', error: 'timeout', usage: USAGE });
    expect(schemasOf(stored).filter((one) => one === TurnRerun.name)).toHaveLength(1);
    expect(schemasOf(stored).every((one) => one.startsWith('tool.') || one === TurnRerun.name)).toBe(true);
  });

  test('stops when its client disconnects: no further model call, no answer, and a record of what it has cost', async () => {
    const { turn } = await answeredTurn('left');
    const before = stack.model.calls.length;
    stack.model.otherwise(callTool);
    const leaving = new AbortController();
    const asked = fetch(`${stack.api.url}/v1/turns/${turn}/rerun`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stack.key}`, 'content-type': 'application/json' },
      body: '{}',
      signal: leaving.signal,
    });
    asked.catch(() => undefined);
    await eventually(() => stack.model.calls.length > before + 1, WITHIN);
    leaving.abort();
    const record = await eventually(() => recordOf(turn), WITHIN);
    expect(record).toMatchObject({ action: 'error', error: 'disconnected' });
    expect(record.usage?.prompt_tokens).toBe(100 * (stack.model.calls.length - before));
  });

  test('ends with 410 when its agent is deleted meanwhile, and a record of what it has cost', async () => {
    const { turn, definition } = await answeredTurn('deleted');
    const before = stack.model.calls.length;
    stack.model.otherwise(callTool);
    const refused = client.turns.rerun(turn).catch((error: unknown) => error);
    await eventually(() => stack.model.calls.length > before, WITHIN);
    await client.erase(definition.id, definition.version);
    const error = await refused;
    expect(isApiError(error) && [error.status, error.message]).toEqual([410, expect.stringMatching(/has been erased/)]);
    expect(await recordOf(turn)).toMatchObject({ action: 'error', error: 'erased' });
    const again: unknown = await client.turns.rerun(turn).catch((refusal: unknown) => refusal);
    expect(isApiError(again) && [again.status, again.message]).toEqual([
      404,
      expect.stringMatching(/no longer exists/),
    ]);
  });

  test.each(['reader', 'writer'] as const)(
    'is refused for the key of a %s: no model call, and no record',
    async (role) => {
      const { turn } = await answeredTurn(`for-${role}`);
      const before = [stack.model.calls.length, (await listAll()).length];
      const { secret } = await client.createKey({ participant: { kind: 'user', id: role }, role });
      const other = new Crumbtrail({ url: stack.api.url, key: secret });
      const error: unknown = await other.turns.rerun(turn).catch((refused: unknown) => refused);
      expect(isApiError(error, 403)).toBe(true);
      expect([stack.model.calls.length, (await listAll()).length]).toEqual(before);
    },
  );

  test('wakes no agent that listens to answers, and the trials of its tools are for operators only', async () => {
    const { turn } = await answeredTurn('watched');
    const subscriptions = [{ schema: 'agent.response.v1' }, { schema: 'tool.response.v1' }];
    await client.append({ schema_name: AgentDef.name, context: { ...definitionOf('watcher'), subscriptions } });
    stack.model.next(callTool(), { say: 'done' });
    const { result, stored } = await rerun(turn);
    expect(result.after.content).toBe('done');
    expect(schemasOf(stored).filter((one) => !one.startsWith('tool.'))).toEqual([TurnRerun.name]);
    const tries = stored.filter(({ schema_name }) => schema_name === ToolTry.name);
    expect(tries).toMatchObject([{ audience: [] }]);
    const answers = (await client.list({ schema: 'agent.turn.v1', limit: 500 })).breadcrumbs;
    expect(answers.filter(({ context }) => context['agent'] === 'watcher')).toEqual([]);
  });
});
