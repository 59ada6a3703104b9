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
      lines: [
        { role: 'user', text: 'hello' },
        { role: 'assistant', text: 'hi' },
        { role: 'user', text: 'one\ntwo' },
      ],
      stream: true,
      includeUsage: true,
      wantsJson: false,
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

  test.each([
    [{ messages: [] }, 'messages'],
    [{ model: undefined }, 'model'],
    [{ stream: 'yes' }, 'stream'],
    [{ n: 2 }, 'n'],
    [{ tools: [{}] }, 'tools'],
    [{ functions: [{}] }, 'functions'],
    [{ logprobs: true }, 'logprobs'],
    [{ modalities: ['text', 'audio'] }, 'modalities'],
    [{ messages: [{ role: 'user', content: 5 }] }, 'messages[0].content'],
    [{ messages: [{ role: 'user', content: [{ type: 'image_url' }] }] }, 'messages[0].content[0]'],
    [{ messages: [{ role: 'tool', content: 'x' }, user] }, 'messages[0].role'],
    [{ messages: [{ role: 'assistant', content: null, tool_calls: [{}] }, user] }, 'messages[0].tool_calls'],
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
