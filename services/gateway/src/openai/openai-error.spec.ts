import { CrumbError, type Problem } from '@crumbtrail/contracts';
import { invalidParam, toParamName, toOpenAiError } from './openai-error';

const of = (problem: Problem): ReturnType<typeof toOpenAiError> =>
  toOpenAiError(new CrumbError(problem), () => problem);

describe('OpenAI error', () => {
  test.each([
    ['unauthenticated', 401, 'authentication_error', 'invalid_api_key'],
    ['forbidden', 403, 'permission_error', 'forbidden'],
    ['invalid_payload', 400, 'invalid_request_error', 'invalid_payload'],
    ['not_json', 400, 'invalid_request_error', 'not_json'],
    ['too_large', 413, 'invalid_request_error', 'too_large'],
    ['internal', 500, 'server_error', 'internal'],
  ] as const)('%s has the status %i', (code, status, type, name) => {
    expect(of({ code, message: 'why' })).toMatchObject({ status, body: { error: { type, code: name } } });
  });

  test('headers say when to retry, or that a retry cannot help', () => {
    expect(of({ code: 'unavailable', message: 'why' }).headers).toEqual({ 'Retry-After': '1' });
    const ours = invalidParam('n', 'why');
    expect(toOpenAiError(ours, () => ({ code: 'internal', message: '' }))).toEqual({
      status: 400,
      headers: { 'X-Should-Retry': 'false' },
      body: { error: { message: 'why', type: 'invalid_request_error', param: 'n', code: null } },
    });
  });

  test('JSON pointers are converted to parameter names', () => {
    const at = (path: string): string | null => toParamName([{ path, rule: 'x', message: 'm' }]);
    expect([at('/messages/0/content'), at('/a~1b'), at(''), toParamName()]).toEqual([
      'messages[0].content',
      'a/b',
      null,
      null,
    ]);
  });
});
