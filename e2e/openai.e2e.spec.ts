import OpenAI from 'openai';
import { AgentTurn, UserMessage } from '@crumbtrail/contracts';
import { OpenAiClient, type ChatReply, type ChatOptions, type ChatMessage, user } from './support/openai-client';
import { echo, Conversations } from './support/conversations';
import { useFixture, useScript, useStack } from './support/fixture';

const ask = (messages: ChatMessage[], more?: ChatOptions): Promise<ChatReply> => openAiClient.ask(messages, more);

const stack = useStack();
useScript(stack, echo);
const conversations = new Conversations(stack);
const openAiClient = useFixture(() => new OpenAiClient(stack));
const openai = useFixture(() => openAiClient.openai);

beforeAll(async () => {
  await conversations.defineAgent({ agent: 'poet' });
  const onTag = [{ schema: UserMessage.name, any_tags: ['for-tagged'] }];
  await conversations.defineAgent({ agent: 'tagged', subscriptions: onTag });
});

describe('the openai package, unchanged', () => {
  test('lists agents as models, and retrieves one by its name', async () => {
    const names: string[] = [];
    for await (const { id } of openai.models.list()) names.push(id);
    expect(names).toEqual(['assistant', 'poet', 'tagged']);
    expect(await openai.models.retrieve('poet')).toMatchObject({ id: 'poet', object: 'model', owned_by: 'default' });
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
    const error = await failing(openai.responses.create({ model: 'assistant', input: 'hello' }));
    expect(error).toBeInstanceOf(OpenAI.NotFoundError);
    expect(String(error)).toContain(
      '404 Crumbtrail does not serve POST /v1/responses. Of the OpenAI protocol it serves',
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
