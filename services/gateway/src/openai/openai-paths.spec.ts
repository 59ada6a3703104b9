import { isOpenAiRequest, unknownUrl } from './openai-paths';

describe('a request of the OpenAI protocol', () => {
  it.each([
    ['POST', '/v1/chat/completions', true],
    ['GET', '/v1/models', true],
    ['GET', '/v1/models/x/y', true],
    ['POST', '/v1/responses', true],
    ['POST', '/v1/embeddings', true],
    ['GET', '/v1/embeddings', false],
    ['POST', '/chat/completions', true],
    ['GET', '/v1/v1/models', true],
    ['GET', '/v1/modelsx', false],
    ['GET', '/v1/breadcrumbs', false],
    ['GET', '/', false],
  ])('is recognized by method and path: %s %s is %s', (method, path, expected) => {
    expect(isOpenAiRequest({ method, path })).toBe(expected);
  });

  it('to a URL that is not served is told what is served', () => {
    expect(unknownUrl({ method: 'POST', path: '/v1/responses' }).message).toBe(
      'Crumbtrail does not serve POST /v1/responses. Of the OpenAI protocol it serves POST /v1/chat/completions, GET /v1/models and GET /v1/models/{model}.',
    );
  });

  it.each(['/chat/completions', '/v1/v1/chat/completions'])(
    'with a wrong base URL is told the right one: %s',
    (path) => {
      expect(unknownUrl({ method: 'POST', path }).message).toContain('the base URL must end with one /v1');
    },
  );
});
