import type { Envelope } from '@crumbtrail/contracts';
import { readAnswer, CompletionChunks, formatCompletion, completionName } from './completion';
import type { OpenAiError } from './openai-error';

const name = completionName('t', 'assistant', '2026-01-01T00:00:00.900Z');
const response = (context: object): Envelope => ({ context }) as unknown as Envelope;

describe('completion of a turn', () => {
  test('has the text, the finish reason and the billed tokens', () => {
    const usage = { prompt_tokens: 7, counted_prompt_tokens: 9, completion_tokens: 3 };
    const answer = readAnswer(response({ action: 'speak', content: 'hi', finish_reason: 'length', usage }));
    expect(formatCompletion(name, answer)).toEqual({
      id: 'chatcmpl-t',
      object: 'chat.completion',
      created: 1_767_225_600,
      model: 'assistant',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'hi', refusal: null },
          logprobs: null,
          finish_reason: 'length',
        },
      ],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    });
  });

  test('is empty for an agent that did not reply, and has the counted tokens if none were billed', () => {
    const usage = { counted_prompt_tokens: 9 };
    expect(readAnswer(response({ action: 'wait', usage }))).toEqual({
      content: '',
      finish_reason: 'stop',
      usage: { prompt_tokens: 9, completion_tokens: 0, total_tokens: 9 },
    });
    expect(readAnswer(response({ action: 'stopped', content: 'Once', partial: true })).content).toBe('Once');
  });

  test('has the counted tokens of its text if none were billed', () => {
    const answer = readAnswer(
      response({ action: 'speak', content: 'one two three', usage: { counted_prompt_tokens: 9 } }),
    );
    expect(answer.usage).toEqual({ prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 });
  });

  test('has the text so far and the finish reason "length" when the reply reached its limit of tokens', () => {
    const error = { code: 'cut_off', message: 'The reply was cut off at the limit of output tokens.' };
    const cut = response({ action: 'error', partial: true, content: 'half a sent', finish_reason: 'length', error });
    expect(readAnswer(cut)).toMatchObject({ content: 'half a sent', finish_reason: 'length' });
    expect(() => readAnswer(response({ action: 'error', error }))).toThrow('The reply was cut off');
  });

  test('reports why an agent was not allowed to reply', () => {
    const error = { code: 'may_not_speak', message: 'It is muted.' };
    expect(() => readAnswer(response({ action: 'wait', error }))).toThrow('It is muted.');
  });

  test.each([
    ['rate_limited', 429, 'rate_limit_error'],
    ['deadline', 504, 'server_error'],
    ['tool_rounds', 422, 'guard_error'],
    ['model_error', 502, 'server_error'],
    ['of_its_own', 502, 'server_error'],
  ])('is an error without a retry for a turn that failed with %s', (code, status, type) => {
    const failed = response({ action: 'error', content: 'Onc', error: { code, message: 'why' } });
    let refusal: unknown;
    try {
      readAnswer(failed);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({ status, mayRetry: false, error: { message: 'why', type, code, param: null } });
    expect((refusal as OpenAiError).message).toBe('why');
  });
});

test('completion chunks: the first has the role, the last the finish reason, and the usage if it was requested', () => {
  const answer = readAnswer(response({ action: 'speak', content: 'hi', usage: { prompt_tokens: 7 } }));
  const parts = (includeUsage: boolean): object[] => {
    const chunks = new CompletionChunks(name, includeUsage);
    return [chunks.first(), chunks.delta('hi'), ...chunks.last(answer)];
  };
  const choice = (delta: object, finish_reason: string | null = null): object => ({
    object: 'chat.completion.chunk',
    id: 'chatcmpl-t',
    choices: [{ index: 0, delta, finish_reason }],
  });
  expect(parts(false)).toMatchObject([
    choice({ role: 'assistant', content: '' }),
    choice({ content: 'hi' }),
    choice({}, 'stop'),
  ]);
  expect(parts(true).slice(2)).toMatchObject([
    { choices: [{ finish_reason: 'stop' }], usage: null },
    { choices: [], usage: { prompt_tokens: 7, completion_tokens: 1, total_tokens: 8 } },
  ]);
});
