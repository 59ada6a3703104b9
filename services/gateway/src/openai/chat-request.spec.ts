import { type ChatRequest, parseChatBody, readChatRequest } from './chat-request';
import { OpenAiError } from './openai-error';

const user = { role: 'user', content: 'hello' };
const body = (more: object = {}): object => ({ model: 'assistant', messages: [user], ...more });
const read = (given: unknown): ChatRequest => readChatRequest(parseChatBody(given));
const refusal = (given: unknown): OpenAiError['error'] | string => {
  try {
    read(given);
    return 'not refused';
  } catch (error) {
    return (error as OpenAiError).error;
  }
};

describe('chat completion request', () => {
  test('has the agent, the conversation and the requested format of the answer', () => {
    const parts = [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ];
    const messages = [user, { role: 'assistant', content: 'hi' }, { role: 'user', content: parts }];
    const options = { stream: true, stream_options: { include_usage: true }, metadata: { session: 'x' } };
    expect(read(body({ messages, ...options }))).toEqual({
      model: 'assistant',
      files: [],
      lines: [
        { role: 'user', text: 'hello' },
        { role: 'assistant', text: 'hi' },
        { role: 'user', text: 'one\ntwo' },
      ],
      stream: true,
      includeUsage: true,
      calls: { first: null, results: [], abandoned: [], continues: false },
      tools: [],
      toolChoice: undefined,
      outputSchema: undefined,
      metadata: { session: 'x' },
      instructions: '',
      systemMessages: [],
      ignored: [],
    });
  });

  test('ignores and lists the parameters that the agent’s definition sets', () => {
    const messages = [{ role: 'system', content: 'Be rude.' }, user, { role: 'developer', content: 'x' }, user];
    const options = { temperature: 0, max_tokens: 5, user: 'u', seed: null, tools: [], store: false, 'a\r\nb': 1 };
    const request = read(body({ messages, ...options }));
    expect(request.systemMessages).toEqual(['messages[0]', 'messages[2]']);
    expect(request.ignored).toEqual(['temperature', 'max_tokens', 'user', 'a__b']);
  });

  test('has the text of all system messages, for agents that accept them', () => {
    const parts = [{ type: 'text', text: 'two' }];
    const messages = [{ role: 'system', content: ' one ' }, user, { role: 'developer', content: parts }, user];
    expect(read(body({ messages })).instructions).toBe('one\n\ntwo');
  });

  const called = { role: 'assistant', content: 'Let me see.', tool_calls: [{ id: 'a' }, { id: 'b' }] };
  const result = (tool_call_id: string): object => ({ role: 'tool', tool_call_id, content: `${tool_call_id}!` });

  test('has the results that it ends with; calls and results are no lines of the conversation', () => {
    const past = [user, called, result('a'), result('b'), { role: 'assistant', content: 'Done.' }, user];
    const { lines, calls } = read(body({ messages: [...past, called, result('a'), result('b')] }));
    expect(lines.map(({ text }) => text)).toEqual(['hello', 'Done.', 'hello']);
    expect(calls).toEqual({
      first: 'messages[1]',
      results: [
        { call: 'a', text: 'a!', param: 'messages[7].tool_call_id' },
        { call: 'b', text: 'b!', param: 'messages[8].tool_call_id' },
      ],
      abandoned: [],
      continues: true,
    });
  });

  test('has the calls that a new message leaves without a result', () => {
    const { calls } = read(body({ messages: [user, called, result('a'), user] }));
    expect(calls).toMatchObject({ results: [{ call: 'a' }], abandoned: ['b'], continues: false });
  });

  test('has the tools of the client, and whether one must be called', () => {
    const tool = { type: 'function', function: { name: 'lookup', parameters: { type: 'object' }, strict: true } };
    const tools = [{ name: 'lookup', parameters: { type: 'object' } }];
    expect(read(body({ tools: [tool] }))).toMatchObject({ tools, toolChoice: undefined, ignored: [] });
    expect(read(body({ tools: [tool], tool_choice: 'required' }))).toMatchObject({ tools, toolChoice: {} });
    const named = { type: 'function', function: { name: 'lookup' } };
    expect(read(body({ tools: [tool], tool_choice: named }))).toMatchObject({ toolChoice: { tool: 'lookup' } });
    expect(read(body({ tools: [tool], tool_choice: 'none' }))).toMatchObject({ tools: [], toolChoice: undefined });
  });

  test('has the requested schema of the answer, without its dialect', () => {
    const schema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: {} };
    const format = (response_format: object): object | undefined => read(body({ response_format })).outputSchema;
    expect(format({ type: 'json_schema', json_schema: { name: 'x', schema } })).toEqual({
      type: 'object',
      properties: {},
    });
    expect(format({ type: 'json_object' })).toEqual({ type: 'object' });
    expect(format({ type: 'text' })).toBeUndefined();
  });

  test.each([
    [{ messages: [] }, 'messages'],
    [{ model: undefined }, 'model'],
    [{ stream: 'yes' }, 'stream'],
    [{ n: 2 }, 'n'],
    [{ tools: [{}] }, 'tools[0].type'],
    [{ tools: [{ type: 'function', function: { name: '9 lives' } }] }, 'tools[0].function.name'],
    [{ tools: [{ type: 'web_search' }] }, 'tools[0].type'],
    [{ tool_choice: 'often' }, 'tool_choice'],
    [
      { response_format: { type: 'json_schema', json_schema: { schema: { type: 5 } } } },
      'response_format.json_schema.schema',
    ],
    [{ functions: [{}] }, 'functions'],
    [{ logprobs: true }, 'logprobs'],
    [{ modalities: ['text', 'audio'] }, 'modalities'],
    [{ messages: [{ role: 'user', content: 5 }] }, 'messages[0].content'],
    [{ messages: [{ role: 'user', content: [{ type: 'image_url' }] }] }, 'messages[0].content'],
    [
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'See' }, { type: 'image_url' }] }] },
      'messages[0].content[1].image_url.url',
    ],
    [{ messages: [{ role: 'user', content: [{ type: 'input_audio' }] }] }, 'messages[0].content[0]'],
    [{ messages: [{ role: 'tool', content: 'x' }, user] }, 'messages[0].tool_call_id'],
    [{ messages: [{ role: 'function', content: 'x' }, user] }, 'messages[0].role'],
    [{ messages: [{ role: 'assistant', content: null, tool_calls: [{}] }, user] }, 'messages[0].tool_calls[0].id'],
    [{ messages: [user, { role: 'assistant', content: 'Once' }] }, 'messages[1]'],
    [{ messages: [{ role: 'system', content: 'x' }] }, 'messages[0]'],
    [{ messages: [{ role: 'user', content: ' \n' }] }, 'messages[0].content'],
  ])('rejects %j and names the parameter', (more, param) => {
    expect(refusal(body(more))).toMatchObject({ type: 'invalid_request_error', param });
  });

  test('rejects a body that is not an object', () => {
    expect(refusal('hello')).toMatchObject({ type: 'invalid_request_error', param: null });
  });
});
