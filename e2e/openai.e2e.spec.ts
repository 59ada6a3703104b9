import { createOpenAI } from '@ai-sdk/openai';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, type ModelMessage, stepCountIs, tool } from 'ai';
import OpenAI from 'openai';
import { z } from 'zod';
import { AgentTurn, UserMessage } from '@crumbtrail/contracts';
import { OpenAiClient, type ChatReply, type ChatOptions, type ChatMessage, user } from './support/openai-client';
import { echo, Conversations } from './support/conversations';
import { useFixture, useScript, useSharedStack } from './support/fixture';
import { weatherScript } from './support/weather-script';

const ask = (messages: ChatMessage[], more?: ChatOptions): Promise<ChatReply> => openAiClient.ask(messages, more);

const stack = useSharedStack();
useScript(stack, echo);
const conversations = new Conversations(stack);
const openAiClient = useFixture(() => new OpenAiClient(stack));
const openai = useFixture(() => openAiClient.openai);

beforeAll(async () => {
  await conversations.defineAgent({ agent: 'poet' });
  const onTag = [{ schema: UserMessage.name, any_tags: ['for-tagged'] }];
  await conversations.defineAgent({ agent: 'tagged', subscriptions: onTag });
  await conversations.defineAgent({ agent: 'open', subscriptions: onTag, accept_tools: true });
});

describe('the openai package, unchanged', () => {
  test('lists agents as models, and retrieves one by its name', async () => {
    const names: string[] = [];
    for await (const { id } of openai.models.list()) names.push(id);
    expect(names).toEqual(['assistant', 'open', 'poet', 'tagged']);
    expect(await openai.models.retrieve('poet')).toMatchObject({
      id: 'poet',
      object: 'model',
      owned_by: stack.workspace,
    });
  });

  test('gets an answer and its token usage from one turn of the named agent only', async () => {
    const { text, session, answer } = await ask([user('hello')]);
    expect(text).toBe('answer to hello');
    const [response] = await openAiClient.stored(session);
    const { prompt_tokens, completion_tokens } = response?.context.usage ?? {};
    expect(answer).toMatchObject({
      id: `chatcmpl-${response?.context.turn?.id}`,
      object: 'chat.completion',
      model: 'assistant',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant' } }],
      usage: { prompt_tokens, completion_tokens, total_tokens: Number(prompt_tokens) + Number(completion_tokens) },
    });
    const turns = await conversations.listCrumbs<{ agent: string }>(AgentTurn.name, session);
    expect(turns.map(({ context }) => context.agent)).toEqual(['assistant']);
  });

  test('streams an answer whose deltas add up to the stored text', async () => {
    const say = 'It was the best of times, it was the worst of times.';
    stack.model.next({ say, pieces: 8, between_ms: 30 });
    const options = { stream: true, stream_options: { include_usage: true } } as const;
    const asked = openai.chat.completions.create({ model: 'poet', messages: [user('begin')], ...options });
    const { data, response } = await asked.withResponse();
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of data) chunks.push(chunk);
    const deltas = chunks.flatMap(({ choices }) => choices[0]?.delta.content || []);
    const [kept] = await openAiClient.stored(response.headers.get('crumbtrail-session') ?? '');
    expect([deltas.join(''), kept?.context.content]).toEqual([say, say]);
    expect(deltas.length).toBeGreaterThan(2);
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: kept?.context.usage?.prompt_tokens },
    });
  });

  test.each([false, true])(
    'gets the text of a reply that reached its limit, with "length" (streamed: %s)',
    async (stream) => {
      stack.model.next({ say: 'half a sent', finish_reason: 'length' });
      const messages = [user(`tell me everything ${String(stream)}`)];
      const asked = stream
        ? openai.chat.completions.stream({ model: 'assistant', messages }).finalChatCompletion()
        : openai.chat.completions.create({ model: 'assistant', messages });
      const [choice] = (await asked).choices;
      expect([choice?.message.content, choice?.finish_reason]).toEqual(['half a sent', 'length']);
    },
  );

  test('collects a stream with its helper into the same text', async () => {
    const gathered = await openai.chat.completions
      .stream({ model: 'assistant', messages: [user('gather')] })
      .finalContent();
    expect(gathered).toBe('answer to gather');
  });

  test('gets vectors of texts from the embedder of the store', async () => {
    const input = ['a red roof', 'red roofs', 'quantum physics'];
    const { data, model, usage } = await openai.embeddings.create({ model: 'default', input });
    const [roof = [], roofs = [], physics = []] = data.map(({ embedding }) => embedding);
    const similarity = (one: number[]): number => one.reduce((sum, value, at) => sum + value * (roof[at] ?? 0), 0);
    expect([model, roof.length]).toEqual(['words/1', 448]);
    expect(similarity(roofs)).toBeGreaterThan(similarity(physics));
    expect(usage.total_tokens).toBeGreaterThan(0);
  });

  test('reaches an agent that subscribes to a tag', async () => {
    expect((await ask([user('psst')], { model: 'tagged' })).text).toBe('answer to psst');
  });
});

const failing = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'it did not fail',
    (error: unknown) => error,
  );

describe('an error, seen by the openai package', () => {
  test('is an instance of the matching error class of the package', async () => {
    const [key, model, param] = await Promise.all([
      failing(new OpenAiClient(stack, 'nobody').openai.models.list()),
      failing(ask([user('x')], { model: 'nobody' })),
      failing(ask([user('x')], { n: 3 })),
    ]);
    expect(key).toBeInstanceOf(OpenAI.AuthenticationError);
    expect(key).toMatchObject({ status: 401, code: 'invalid_api_key' });
    expect(model).toBeInstanceOf(OpenAI.NotFoundError);
    expect(model).toMatchObject({ code: 'model_not_found', param: 'model' });
    expect(param).toBeInstanceOf(OpenAI.BadRequestError);
    expect(param).toMatchObject({ param: 'n', type: 'invalid_request_error' });
  });

  test('about an API that is not served says which one is', async () => {
    const error = await failing(openai.completions.create({ model: 'assistant', prompt: 'hello' }));
    expect(error).toBeInstanceOf(OpenAI.NotFoundError);
    expect(String(error)).toContain(
      '404 Crumbtrail does not serve POST /v1/completions. Of the OpenAI protocol it serves',
    );
  });

  test('in the turn of the agent is returned once, and the model is not called again', async () => {
    stack.model.next({ status: 400, message: 'no such thing' });
    const before = stack.model.calls.length;
    const error = await failing(ask([user('fail')]));
    expect(error).toBeInstanceOf(OpenAI.InternalServerError);
    expect(error).toMatchObject({ status: 502, type: 'server_error' });
    expect(stack.model.calls.length).toBe(before + 1);
  });

  test('in the middle of a stream follows the text that was streamed before', async () => {
    const cut = { say: 'one two three four', pieces: 4, after: 2, between_ms: 20, ending: 'disconnect' } as const;
    stack.model.next(cut, cut, cut);
    const stream = await openai.chat.completions.create({
      model: 'assistant',
      messages: [user('cut')],
      stream: true,
    });
    let text = '';
    const reading = (async () => {
      for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
    })();
    const error = await failing(reading);
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect((error as InstanceType<typeof OpenAI.APIError>).code).toBe('disconnected');
    expect(text).toMatch(/^one two/);
  });
});

describe('the Responses API', () => {
  useScript(stack, weatherScript);
  const question = 'What is the weather in Rana?';
  const weather = { type: 'function', name: 'weather', parameters: { type: 'object' }, strict: false } as const;
  const tools = [weather];
  const model = 'open';

  test('continues the session of the previous response, as long as that is its end', async () => {
    const { responses } = openai;
    const first = await responses.create({ model, input: 'Hi', instructions: 'Be kind.' }).withResponse();
    expect([first.data.output_text, first.data.status]).toEqual(['Hello.', 'completed']);
    expect(first.response.headers.get('crumbtrail-ignored')).toBe('instructions');
    const after = (previous_response_id: string) =>
      responses.create({ model, input: 'More', previous_response_id }).withResponse();
    const next = await after(first.data.id);
    const session = (answer: typeof first) => answer.response.headers.get('crumbtrail-session');
    expect([session(next), next.data.usage?.total_tokens]).toEqual([session(first), expect.any(Number)]);
    await expect(after(first.data.id)).rejects.toMatchObject({ status: 400, param: 'previous_response_id' });
    await expect(after('resp_x')).rejects.toMatchObject({ status: 404, code: 'previous_response_not_found' });
  });

  test('streams text and the call of a tool to the openai package, and continues with its output', async () => {
    const { responses } = openai;
    const stream = responses.stream({ model, input: question, tools });
    const deltas: string[] = [];
    stream.on('response.output_text.delta', ({ delta }) => deltas.push(delta));
    const calling = await stream.finalResponse();
    const [text, call] = calling.output;
    expect([deltas.join(''), text?.type, call]).toEqual([
      'Let me see.',
      'message',
      expect.objectContaining({ type: 'function_call', name: 'weather', arguments: '{"city":"Rana"}' }),
    ]);
    const { call_id } = call as OpenAI.Responses.ResponseFunctionToolCall;
    const answer = await responses.create({
      model,
      input: [{ type: 'function_call_output', call_id, output: 'windy' }],
      previous_response_id: calling.id,
      tools,
    });
    expect(answer.output_text).toBe('It is windy.');
  });

  test('reports an error of the agent in a stream as the openai package throws it', async () => {
    const cut = { say: 'one two three', pieces: 3, after: 2, between_ms: 20, ending: 'disconnect' } as const;
    stack.model.next(cut, cut, cut);
    const reading = openai.responses.stream({ model, input: 'cut' }).finalResponse();
    await expect(reading).rejects.toMatchObject({ code: 'disconnected' });
  });

  test('is what the Vercel AI SDK speaks by itself: tools, and a second question', async () => {
    const sdk = createOpenAI({ baseURL: `${stack.api.url}/v1`, apiKey: stack.key });
    const sdkTools = {
      weather: tool({ inputSchema: z.object({ city: z.string() }), execute: () => Promise.resolve('foggy') }),
    };
    const messages: ModelMessage[] = [{ role: 'user', content: 'What is the weather in Moss?' }];
    const options = { model: sdk('open'), tools: sdkTools, stopWhen: stepCountIs(3) };
    const first = await generateText({ ...options, messages });
    expect(first.text).toBe('It is foggy.');
    messages.push(...first.response.messages, { role: 'user', content: 'Thanks' });
    const second = await generateText({ ...options, messages });
    const session = (answer: typeof first) => answer.response.headers?.['crumbtrail-session'];
    expect([second.text, session(second)]).toEqual(['Hello.', session(first)]);
  });

  test('is spoken by LangChain on request', async () => {
    const chat = new ChatOpenAI({
      model,
      apiKey: stack.key,
      configuration: { baseURL: `${stack.api.url}/v1` },
      useResponsesApi: true,
    });
    expect((await chat.invoke('Hi there')).text).toBe('Hello.');
  });
});
