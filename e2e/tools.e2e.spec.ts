import { AgentStep, ToolRequest, ToolResponse, type AgentStepV1 } from '@crumbtrail/contracts';
import type { ModelCallList } from '@crumbtrail/contracts/http/model-calls';
import { Api, eventually, type ModelCallBody, type ScriptedCall } from '@crumbtrail/testing';
import type { SentMessage } from './support/conversations';
import { WITHOUT_MEMORY } from './support/fewer-services';
import { ToolTurns } from './support/tool-turns';
import { useFixture, useStack } from './support/fixture';
import { SHORT_LEASES } from './support/short-leases';

const stack = useStack({ ...SHORT_LEASES, services: WITHOUT_MEMORY });
const turns = useFixture(() => new ToolTurns(stack));

beforeAll(async () => {
  await turns.whenAvailable('calculator');
  await turns.grant({ tools: ['calculator', 'echo', 'gone_*', 'forecast'] });
});

const sum = (expression: string, id = expression): ScriptedCall => ({
  id,
  name: 'calculator',
  arguments: { expression },
});
const stepsIn = (session: string) => turns.conversations.listCrumbs<AgentStepV1>(AgentStep.name, session);
const callsAbout = ({ content }: SentMessage): number =>
  stack.model.calls.filter(({ body }) => JSON.stringify(body.messages).includes(content)).length;

/** The tools that a request offers the model. */
const toolsIn = ({ tools }: ModelCallBody) =>
  (tools as { readonly function: { readonly name: string; readonly parameters: object } }[]).map((one) => one.function);

/** The number of breadcrumbs that a turn wrote, by schema. */
async function trailOf(turn: { readonly trail_id: string } | undefined): Promise<Record<string, number>> {
  const { nodes } = await stack.api.get<{ nodes: { schema_name: string }[] }>(`/v1/trails/${turn?.trail_id}`);
  const counts: Record<string, number> = {};
  for (const { schema_name } of nodes) counts[schema_name] = (counts[schema_name] ?? 0) + 1;
  return counts;
}

describe('a turn with native tool calls', () => {
  it('runs two tools at once, answers with both results, and records every step on the trail', async () => {
    const { said, asked, responses } = await turns.run('parallel', sum('6 * 7'), sum('2 ^ 10'));
    const texts = asked.map(({ id }) => responses.get(id)?.context.text).sort();
    expect(texts).toEqual(['1024', '42']);
    const [end] = await turns.conversations.waitForTurns([said]);
    expect(end?.response.context).toMatchObject({ action: 'speak', content: 'it gave: 1024', steps: 1, tool_calls: 2 });
    expect(await trailOf(end?.turn)).toEqual({
      'user.message.v1': 1,
      'agent.turn.v1': 1,
      'agent.context.v1': 1,
      'agent.response.v1': 1,
      [AgentStep.name]: 1,
      [ToolRequest.name]: 2,
      [ToolResponse.name]: 2,
    });
    const [step] = await stepsIn('parallel');
    expect(step).toMatchObject({ author: { kind: 'agent', id: 'assistant' }, audience: ['agent:assistant'] });
    expect(asked.map(({ author, cause }) => [author.id, cause?.id])).toEqual(asked.map(() => ['assistant', step?.id]));
    expect(callsAbout(said)).toBe(2);
  });

  it('shows an operator, and nobody else, what the model was sent in each call', async () => {
    const { said } = await turns.run('shown', sum('6 * 7'), sum('2 ^ 10'));
    const sent = stack.model.calls.filter(({ body }) => JSON.stringify(body.messages).includes(said.content));
    const [end] = await turns.conversations.waitForTurns([said]);
    const path = `/v1/contexts/${end?.response.context['context_id']}/calls`;
    const { calls } = await stack.api.get<ModelCallList>(path);
    expect(calls.map(({ call }) => call)).toEqual([1, 2]);
    expect(calls.map(({ messages }) => messages.map(({ role, content }) => ({ role, content })))).toEqual(
      sent.map(({ body }) => body.messages?.map(({ role, content }) => ({ role, content: content ?? '' }))),
    );
    expect(calls.map(({ tools }) => tools.map(({ name, parameters }) => ({ name, parameters })))).toEqual(
      sent.map(({ body }) => toolsIn(body).map(({ name, parameters }) => ({ name, parameters }))),
    );
    const rita = { participant: { kind: 'user', id: 'rita' }, role: 'writer' };
    const { secret } = await stack.api.post<{ secret: string }>('/v1/keys', rita);
    const asked = await new Api(stack.api.url, () => secret).request('GET', path);
    expect(asked).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const ofMessage = await stack.api.request('GET', `/v1/contexts/${said.id}/calls`);
    expect(ofMessage).toMatchObject({ status: 404, body: { detail: expect.stringContaining('is not a context') } });
  });

  it('tells the model which called tools do not exist or are not granted, requests none of them, and answers', async () => {
    const calls = ['gone_fishing', 'dice', 'calculator'].map((name) => ({
      name,
      arguments: name === 'calculator' ? '{"x' : {},
    }));
    const { said, asked } = await turns.run('refused', ...calls);
    expect(asked).toEqual([]);
    const [step] = await stepsIn('refused');
    expect(step?.context.calls.map(({ tool, error }) => [tool, error?.code])).toEqual([
      ['gone_fishing', 'unknown_tool'],
      ['dice', 'not_granted'],
      ['calculator', 'invalid_input'],
    ]);
    const [end] = await turns.conversations.waitForTurns([said]);
    expect(end?.response.context).toMatchObject({ action: 'speak', steps: 1, tool_calls: 0 });
  });

  it('gives the model the error of a tool as a sentence', async () => {
    const { answer } = await turns.run('failing', sum('1 / 0'), { name: 'calculator', arguments: { nonsense: true } });
    expect(answer).toMatch(/^it gave: .*expression/);
  });
});

describe('an executor that dies between the steps of a turn', () => {
  // A turn with one step makes two model calls; the step and the response are one append each.
  it.each([
    ['executor.after-model', 1, 3],
    ['executor.after-model', 2, 3],
    ['executor.after-step', 1, 2],
    ['executor.after-append', 1, 2],
  ])(
    'at %s, pass %d: another process finishes, each tool ran once, and the model was called %d times',
    async (point, nth, asked) => {
      const session = `dies-${point.replace('.', '-')}-${nth}`;
      await stack.halt('agent-executor');
      await stack.start('agent-executor', { CRASH_AT: `${point}:${nth}` });
      const turn = await turns.run(session, sum(`${nth} + 1`));
      expect(turn.answer).toBe(`it gave: ${nth + 1}`);
      expect([turn.asked.length, turn.responses.size]).toEqual([1, 1]);
      expect(callsAbout(turn.said)).toBe(asked);
      // The answer can be visible before the process that wrote it has died.
      await eventually(() => stack.log('agent-executor').includes(`dying at ${point}`));
    },
    60_000,
  );

  it('is not needed while tools run: any executor that is up afterwards continues the turn', async () => {
    await stack.halt('tool-runner');
    const message = await turns.say('between', sum('3 * 3'));
    await eventually(async () => (await stepsIn('between')).length === 1);
    await stack.halt('agent-executor');
    await stack.start('tool-runner');
    await eventually(async () => (await turns.conversations.listCrumbs(ToolResponse.name, 'between')).length === 1);
    await stack.start('agent-executor');
    expect((await turns.ended(message)).answer).toBe('it gave: 9');
    expect(callsAbout(message)).toBe(2);
  }, 90_000);
});

describe('an agent whose configuration has the source `catalog`', () => {
  const config = { sources: [{ type: 'recent' }, { type: 'catalog' }] };
  /** The lines of the section Tools in the next context of the agent. */
  const toolLines = async (over: object = { config }): Promise<string[]> => {
    const request = { agent: 'assistant', session: 'catalog', content: 'What can be done here?', ...over };
    const { formatted_context } = await stack.api.post<{ formatted_context: string }>('/v1/contexts/preview', request);
    const [, section = ''] = /^## Tools\n((?: .*\n)*)/.exec(formatted_context) ?? [];
    return section.split('\n').flatMap((line) => (line === '' ? [] : [line.trim()]));
  };
  const lineOf = async (tool: string) => (await toolLines()).find((line) => line.startsWith(`${tool}(`)) ?? null;

  it('sees each tool that it may call, with purpose, arguments, result and an example; others see none', async () => {
    await eventually(async () => (await lineOf('calculator')) !== null, { withinMs: 20_000 });
    const lines = await toolLines();
    expect(lines).toContain('echo(text=hello) → hello: Gives back the text that it is given, word for word.');
    expect(lines.map((line) => /^\w+/.exec(line)?.[0])).toEqual(['calculator', 'echo']);
    expect(await toolLines({})).toEqual([]);
  });

  it('sees a tool as soon as it is defined, as it is changed, and no longer once it is gone', async () => {
    const definition = (description: string) => ({
      name: 'forecast',
      description,
      input: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
      output: { type: 'object', properties: { days: { type: 'array', items: { type: 'string' } } } },
      code: 'export default () => ({ days: [] })',
    });
    const soon = (line: string | null) =>
      eventually(async () => (await lineOf('forecast')) === line, { withinMs: 20_000 });
    const draft = { schema_name: 'tool.def.v1', context: definition('Tells the weather.') };
    const { id } = await stack.api.post<{ id: string }>('/v1/breadcrumbs', draft);
    await soon('forecast(place) → {days: [string]}: Tells the weather.');
    const path = `/v1/breadcrumbs/${id}`;
    const change = { context: definition('Tells the weather of a week.') };
    await stack.api.request('PATCH', path, change, { headers: { 'if-match': '"1"' } });
    await soon('forecast(place) → {days: [string]}: Tells the weather of a week.');
    await stack.api.request('DELETE', path, undefined, { headers: { 'if-match': '"2"' } });
    await soon(null);
  });
});
