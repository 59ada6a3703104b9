import { isOpenAiRequest, unknownUrl } from './openai-paths';

const origin = 'https://crumbs.example:8443';

describe('a request of the OpenAI protocol', () => {
  it.each([
    ['POST', '/v1/chat/completions', true],
    ['GET', '/v1/models', true],
    ['GET', '/v1/models/x/y', true],
    ['POST', '/v1/responses', true],
    ['POST', '/v1/embeddings', true],
    ['DELETE', '/v1/embeddings', true],
    ['DELETE', '/v1/chat/completions', true],
    ['GET', '/v1/embeddings', false],
    ['PUT', '/v1/embeddings', false],
    ['POST', '/chat/completions', true],
    ['GET', '/v1/v1/models', true],
    ['GET', '/v1/modelsx', false],
    ['GET', '/v1/breadcrumbs', false],
    ['GET', '/', false],
  ])('is recognized by method and path: %s %s is %s', (method, path, expected) => {
    expect(isOpenAiRequest({ method, path })).toBe(expected);
  });

  it('to a URL that is not served is told what is served', () => {
    expect(unknownUrl({ method: 'POST', path: '/v1/completions', origin }).message).toBe(
      'Crumbtrail does not serve POST /v1/completions. Of the OpenAI protocol it serves POST /v1/chat/completions, POST /v1/responses, POST /v1/embeddings, GET /v1/models and GET /v1/models/{model}.',
    );
  });

  it.each(['/chat/completions', '/v1/v1/chat/completions'])(
    'with a wrong base URL is told the right one: %s',
    (path) => {
      expect(unknownUrl({ method: 'POST', path, origin }).message).toContain(
        'the base URL must end with one /v1, as in https://crumbs.example:8443/v1.',
      );
    },
  );
});
