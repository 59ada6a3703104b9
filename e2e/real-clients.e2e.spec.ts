import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createOpenAI } from '@ai-sdk/openai';
import { type BaseMessage, HumanMessage, type ToolMessage } from '@langchain/core/messages';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai';
import { generateObject, generateText, stepCountIs, streamText, tool } from 'ai';
import OpenAI from 'openai';
import { z } from 'zod';
import {
  AgentDef,
  AgentTurn,
  ToolRequest,
  type ToolRequestV1,
  type ToolResponseV1,
  UserMessage,
} from '@crumbtrail/contracts';
import { Crumbtrail } from '@crumbtrail/client';
import { EVERYTHING_OVER_STDIO } from '@crumbtrail/testing';
import { Conversations } from './support/conversations';
import { WITHOUT_MEMORY } from './support/fewer-services';
import { useFixture, useScript, useStack } from './support/fixture';
import { OpenAiClient } from './support/openai-client';
import { ToolTurns } from './support/tool-turns';
import { weatherScript } from './support/weather-script';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'crumbtrail-files-')));
const filesystem = dirname(createRequire(__filename).resolve('@modelcontextprotocol/server-filesystem/package.json'));

const stack = useStack(() => {
  writeFileSync(join(folder, 'note.txt'), 'The key is under the mat.');
  writeFileSync(join(folder, 'dot.png'), Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  const MCP_SERVERS = join(folder, 'servers.json');
  const files = { command: process.execPath, args: [join(filesystem, 'dist', 'index.js'), folder] };
  writeFileSync(MCP_SERVERS, JSON.stringify({ mcpServers: { files, everything: EVERYTHING_OVER_STDIO } }));
  return { services: { ...WITHOUT_MEMORY, 'tool-runner': { env: { MCP_SERVERS } } } };
});

const conversations = new Conversations(stack);
const baseURL = (): string => `${stack.api.url}/v1`;

beforeAll(async () => {
  const subscriptions = [{ schema: UserMessage.name, any_tags: ['for-clients'] }];
  const context = { agent: 'open', prompt: 'Answer.', subscriptions, accept_tools: true, accept_response_format: true };
  await conversations.append({ schema_name: AgentDef.name, context, audience: 'all' });
  await conversations.defineAgent({ agent: 'actor', subscriptions, accept_system: 'persona' });
});

/** The requests for tools of clients in a session. */
const clientRequests = (session: string) => conversations.listCrumbs<ToolRequestV1>(ToolRequest.name, session);

describe('LangChain', () => {
  useScript(stack, weatherScript);
  const weather = langchainTool(({ city }) => `sunny in ${city}`, {
    name: 'weather',
    description: 'Tells the weather of a city.',
    schema: z.object({ city: z.string() }),
  });
  const chat = (model: string): ChatOpenAI =>
    new ChatOpenAI({ model, apiKey: stack.key, configuration: { baseURL: baseURL() }, maxRetries: 0 });

  test('binds a tool that it runs, and the result continues the same turn', async () => {
    const bound = chat('open').bindTools([weather]);
    const messages: BaseMessage[] = [new HumanMessage('What is the weather in Oslo?')];
    const calling = await bound.invoke(messages);
    expect(calling.tool_calls).toMatchObject([{ name: 'weather', args: { city: 'Oslo' } }]);
    messages.push(calling, (await weather.invoke(calling.tool_calls?.[0] as never)) as ToolMessage);
    const answer = await bound.invoke(messages);
    expect([answer.text, answer.tool_calls]).toEqual(['It is sunny in Oslo.', []]);
    expect(answer.id).not.toBe(calling.id);
    messages.push(answer, new HumanMessage('Thanks'));
    expect((await bound.invoke(messages)).text).toBe('Hello.');
    const turns = await conversations.listCrumbs(AgentTurn.name);
    const message = await conversations.listCrumbs<{ content: string }>(UserMessage.name);
    const session = message.find(({ context }) => context.content.includes('Oslo'))?.session as string;
    expect(turns.filter((turn) => turn.session === session)).toHaveLength(2);
    expect(await clientRequests(session)).toMatchObject([{ context: { tool: 'weather', runner: 'openai-client' } }]);
  });

  test('streams the call of a tool', async () => {
    const chunks = [];
    for await (const chunk of await chat('open').bindTools([weather]).stream('What is the weather in Bergen?'))
      chunks.push(chunk);
    const whole = chunks.reduce((all, one) => all.concat(one));
    expect([whole.text, whole.tool_calls]).toMatchObject([
      'Let me see.',
      [{ name: 'weather', args: { city: 'Bergen' } }],
    ]);
  });

  test('reads the refusal of an agent that accepts no tools', async () => {
    const asked = chat('assistant').bindTools([weather]).invoke('What is the weather in Oslo?');
    await expect(asked).rejects.toMatchObject({
      status: 400,
      param: 'tools',
      message: expect.stringContaining('accept_tools') as string,
    });
  });

  test('gets vectors of texts', async () => {
    const embeddings = new OpenAIEmbeddings({
      model: 'default',
      apiKey: stack.key,
      configuration: { baseURL: baseURL() },
    });
    expect(await embeddings.embedQuery('a red roof')).toHaveLength(448);
  });
});

describe('the Vercel AI SDK', () => {
  useScript(stack, weatherScript);
  const model = (name: string) => createOpenAI({ baseURL: baseURL(), apiKey: stack.key }).chat(name);
  const tools = {
    weather: tool({
      description: 'Tells the weather of a city.',
      inputSchema: z.object({ city: z.string() }),
      execute: ({ city }) => Promise.resolve(`rainy in ${city}`),
    }),
  };

  test('runs its tools in steps until the answer', async () => {
    const { text, steps } = await generateText({
      model: model('open'),
      tools,
      stopWhen: stepCountIs(3),
      prompt: 'What is the weather in Bergen?',
    });
    expect([text, steps.length, steps[0]?.finishReason]).toEqual(['It is rainy in Bergen.', 2, 'tool-calls']);
  });

  test('streams the text before and after a tool', async () => {
    const result = streamText({
      model: model('open'),
      tools,
      stopWhen: stepCountIs(3),
      prompt: 'What is the weather in Molde?',
    });
    const texts: string[] = [];
    for await (const part of result.textStream) texts.push(part);
    expect(texts.join('')).toBe('Let me see.It is rainy in Molde.');
  });

  test('gets an object of its own schema', async () => {
    stack.model.next({ say: '{"days": "three"}' }, { say: '{"city": "Oslo", "days": 3}' });
    const schema = z.object({ city: z.string(), days: z.int() });
    const { object } = await generateObject({ model: model('open'), schema, prompt: 'Plan a trip.' });
    expect(object).toEqual({ city: 'Oslo', days: 3 });
  });

  test('brings its system prompt to an agent that accepts it', async () => {
    await generateText({ model: model('actor'), system: 'You are Captain Ahab.', prompt: 'Who are you?' });
    expect(stack.model.calls.at(-1)?.body.messages?.[0]?.content).toContain('You are Captain Ahab.');
  });
});

describe('the openai package with the key of a person', () => {
  useScript(stack, weatherScript);
  const openAiClient = useFixture(async () => {
    const crumbtrail = new Crumbtrail({ url: stack.api.url, key: stack.key });
    const participant = { kind: 'user', id: 'rita' } as const;
    return new OpenAiClient(stack, (await crumbtrail.createKey({ participant, role: 'writer' })).secret);
  });
  const weather: OpenAI.ChatCompletionTool = {
    type: 'function',
    function: { name: 'weather', description: 'Tells the weather.', parameters: { type: 'object' } },
  };
  const ask = (messages: OpenAI.ChatCompletionMessageParam[]) =>
    openAiClient.openai.chat.completions.create({ model: 'open', messages, tools: [weather] }).withResponse();

  test('answers with a result what only its author may answer', async () => {
    const question = { role: 'user', content: 'What is the weather in Hamar?' } as const;
    const { data } = await ask([question]);
    const { message } = data.choices[0] as OpenAI.ChatCompletion.Choice;
    const id = message.tool_calls?.[0]?.id as string;
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      question,
      message,
      { role: 'tool', tool_call_id: id, content: 'fair' },
    ];
    const operator = new OpenAiClient(stack).openai.chat.completions.create({
      model: 'open',
      messages,
      tools: [weather],
    });
    await expect(operator).rejects.toMatchObject({ status: 403 });
    const answer = await ask(messages);
    expect(answer.data.choices[0]?.message.content).toBe('It is fair.');
    expect((await ask(messages)).data.id).toBe(answer.data.id);
  });

  test('may go on without the result of a call: the turn that waits for it is stopped', async () => {
    const question = { role: 'user', content: 'What is the weather in Narvik?' } as const;
    const { data, response } = await ask([question]);
    const { message } = data.choices[0] as OpenAI.ChatCompletion.Choice;
    expect([data.choices[0]?.finish_reason, message.content]).toEqual(['tool_calls', 'Let me see.']);
    const next = await ask([question, message, { role: 'user', content: 'Never mind.' }]);
    expect(next.data.choices[0]?.message.content).toBe('Hello.');
    const session = response.headers.get('crumbtrail-session') as string;
    expect(next.response.headers.get('crumbtrail-session')).toBe(session);
    const stored = await openAiClient.stored(session);
    expect(stored.map(({ context }) => context.action).sort()).toEqual(['speak', 'stopped']);
  });

  test('is told that a call is not known, or that its turn has ended', async () => {
    const question = { role: 'user', content: 'What is the weather in Kirkenes?' } as const;
    const { data, response } = await ask([question]);
    const { message } = data.choices[0] as OpenAI.ChatCompletion.Choice;
    const result = (tool_call_id: string) => ({ role: 'tool', tool_call_id, content: 'cold' }) as const;
    await expect(ask([question, message, result('call_1')])).rejects.toMatchObject({
      status: 400,
      code: 'unknown_call',
      param: 'messages[2].tool_call_id',
    });
    await stack.api.request('POST', `/v1/turns/${response.headers.get('crumbtrail-turn')}/stop`);
    const id = message.tool_calls?.[0]?.id as string;
    await expect(ask([question, message, result(id)])).rejects.toMatchObject({ status: 400, code: 'turn_closed' });
  });
});

describe('MCP servers of others', () => {
  const turns = useFixture(() => new ToolTurns(stack));

  beforeAll(async () => {
    await turns.grant({ tools: ['files__*', 'everything__*'], tool_options: { max_tools: 64 } });
    await turns.whenAvailable('files__read_text_file');
    await turns.whenAvailable('everything__get-sum');
  });

  const responseOf = async (name: string, args: object): Promise<ToolResponseV1> => {
    const { asked, responses } = await turns.run(`mcp-${name}`.toLowerCase(), { name, arguments: args });
    return responses.get(String(asked[0]?.id))?.context as ToolResponseV1;
  };

  test('server-filesystem reads a file', async () => {
    const { status, text } = await responseOf('files__read_text_file', { path: join(folder, 'note.txt') });
    expect([status, text]).toEqual(['ok', expect.stringContaining('The key is under the mat.')]);
  });

  test('server-filesystem reads a picture, which is named and never pasted', async () => {
    const { text } = await responseOf('files__read_media_file', { path: join(folder, 'dot.png') });
    expect(text).toContain('image/png');
    expect(text).not.toContain('iVBORw0KGgo');
  });

  test('server-filesystem refuses a path outside its folder in words that the model reads', async () => {
    const { status, text } = await responseOf('files__list_directory', { path: '/etc' });
    expect([status, text]).toEqual(['error', expect.stringMatching(/denied|outside/i)]);
  });

  test('server-everything computes a sum', async () => {
    const { status, text } = await responseOf('everything__get-sum', { a: 20, b: 22 });
    expect([status, text]).toEqual(['ok', expect.stringContaining('42')]);
  });
});
