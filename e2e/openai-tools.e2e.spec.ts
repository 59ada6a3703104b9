import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type OpenAI from 'openai';
import { Crumbtrail } from '@crumbtrail/client';
import { waitForExit } from './support/command-result';
import { OpenAiClient, user } from './support/openai-client';
import { ToolTurns } from './support/tool-turns';
import { useFixture, useSharedStack } from './support/fixture';

const bin = resolve(__dirname, '../libs/cli/bin/crumb.js');
const schema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };

const stack = useSharedStack();
const openAiClient = useFixture(() => new OpenAiClient(stack));
const crumbtrail = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));

beforeAll(async () => {
  const turns = new ToolTurns(stack);
  await turns.whenAvailable('calculator');
  await turns.grant({ tools: ['calculator'] });
  await turns.conversations.defineAgent({ agent: 'clerk', output_schema: schema });
});

const question = user('What is six times seven?');
const uses = {
  say: 'Let me see.',
  calls: [{ name: 'calculator', arguments: { expression: '6 * 7' } }],
  usage: { prompt_tokens: 10, completion_tokens: 2 },
} as const;
const knows = { say: 'It is 42.', usage: { prompt_tokens: 20, completion_tokens: 3 } } as const;

describe('an agent with tools over the OpenAI protocol', () => {
  test('answers in one text after its tool calls, with the tokens of the whole turn', async () => {
    stack.model.next(uses, knows);
    const { text, answer } = await openAiClient.ask([question]);
    expect([text, answer.choices[0]?.finish_reason, answer.usage]).toEqual([
      'It is 42.',
      'stop',
      { prompt_tokens: 30, completion_tokens: 5, total_tokens: 35 },
    ]);
  });

  test('streams the text before its tool calls too, and the conversation continues in the same session', async () => {
    stack.model.next(uses, knows, { say: 'Yes.' });
    const asked = openAiClient.openai.chat.completions.create({
      model: 'assistant',
      messages: [question],
      stream: true,
    });
    const { data, response } = await asked.withResponse();
    let text = '';
    for await (const { choices } of data) text += choices[0]?.delta.content ?? '';
    const session = response.headers.get('crumbtrail-session') ?? '';
    const [stored] = await openAiClient.stored(session);
    expect([text, stored?.context.content]).toEqual(['Let me see.\n\nIt is 42.', 'It is 42.']);
    const next = await openAiClient.ask([question, { role: 'assistant', content: text }, user('Sure?')]);
    expect([next.session, next.text]).toEqual([session, 'Yes.']);
  });

  test('has a trail that names each step and tool, with tokens and time', async () => {
    stack.model.next(uses, knows);
    const { session, answer } = await openAiClient.ask([question]);
    const { nodes } = await crumbtrail.trail(answer.id.replace('chatcmpl-', ''));
    expect(nodes.map(({ schema_name, step, tool }) => [schema_name, step ?? tool])).toEqual([
      ...[['user.message.v1'], ['agent.turn.v1'], ['agent.context.v1']].map(([name]) => [name, undefined]),
      ['agent.step.v1', 1],
      ['tool.request.v1', 'calculator'],
      ['tool.response.v1', 'calculator'],
      ['agent.response.v1', undefined],
    ]);
    const billed = nodes.filter(({ schema_name }) => /^agent\.(step|response)/.test(schema_name));
    expect(billed.map(({ tokens }) => tokens)).toEqual([12, 35]);
    const timed = nodes.filter(({ duration_ms }) => duration_ms !== undefined).map(({ schema_name }) => schema_name);
    expect(timed).toEqual([
      'agent.turn.v1',
      'agent.context.v1',
      'agent.step.v1',
      'tool.response.v1',
      'agent.response.v1',
    ]);
    const env = { PATH: process.env['PATH'], CRUMBTRAIL_URL: stack.api.url, CRUMBTRAIL_KEY: stack.key };
    const { out } = await waitForExit(spawn(process.execPath, [bin, 'trace', '-s', session], { env }));
    expect(out).toMatch(/model call 1 → 1 tool .* 12 tok\n/);
    expect(out).toMatch(/calculator\(6 \* 7\) = 42 .* m?s\n/);
  });
});

describe('an agent that answers in JSON', () => {
  const format = { type: 'json_schema', json_schema: { name: 'sum', schema } } as const;

  test('streams the JSON as text, in one piece', async () => {
    stack.model.next({ say: '{"sum": "no"}' }, { say: '{"sum": 42}' });
    const stream = openAiClient.openai.chat.completions.stream({
      model: 'clerk',
      messages: [question],
      response_format: format,
    });
    const deltas: (string | null)[] = [];
    stream.on('content', (delta) => deltas.push(delta));
    const { choices }: OpenAI.ChatCompletion = await stream.finalChatCompletion();
    expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual({ sum: 42 });
    expect(deltas).toHaveLength(1);
  });

  test('differs from an agent that answers in text, which rejects response_format', async () => {
    await expect(openAiClient.ask([question], { response_format: format })).rejects.toMatchObject({
      status: 400,
      param: 'response_format',
    });
  });
});
