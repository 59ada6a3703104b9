import { Embed, type EmbedReply, refuse, type RequestOf } from '@crumbtrail/contracts';
import { errorOf, Protocol } from './protocol';

/** The vector of a fake embedder: the length of the text, and a fraction that a 32-bit float holds. */
const vectorOf = (text: string): number[] => [text.length, 0.5];

function embed({ embedder = 'small', texts }: RequestOf<typeof Embed>): EmbedReply {
  if (embedder !== 'small')
    throw refuse('not_found', 'There is no such embedding model; the one that serves is small.');
  return { embedder, vectors: texts.map(vectorOf) };
}

describe('POST /v1/embeddings', () => {
  let protocol: Protocol;
  const post = (body: object): Promise<Response> =>
    protocol.gateway.send('POST', '/v1/embeddings', { model: 'small', ...body });

  beforeAll(async () => {
    protocol = await Protocol.start();
  });
  beforeEach(() => {
    protocol.begin();
    protocol.fake.say(Embed, embed);
  });
  afterAll(() => protocol.gateway.stop());

  test('returns the vectors of a text or of a list of texts, with the tokens counted', async () => {
    const one: unknown = await (await post({ input: 'hello' })).json();
    expect(one).toEqual({
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: [5, 0.5] }],
      model: 'small',
      usage: { prompt_tokens: 1, total_tokens: 1 },
    });
    expect(await (await post({ model: 'default', input: ['a', 'bc'] })).json()).toMatchObject({
      model: 'small',
      data: [{ embedding: [1, 0.5] }, { index: 1, embedding: [2, 0.5] }],
    });
  });

  test('encodes vectors as 32-bit floats in base64 on request', async () => {
    const { data } = (await (await post({ input: ['ab'], encoding_format: 'base64' })).json()) as {
      data: { embedding: string }[];
    };
    const bytes = Buffer.from(String(data[0]?.embedding), 'base64');
    expect([bytes.readFloatLE(0), bytes.readFloatLE(4), bytes.length]).toEqual([2, 0.5, 8]);
  });

  test('sends many texts to the store in portions, all of them to the same embedder', async () => {
    const input = Array.from({ length: 200 }, (_, n) => 'x'.repeat(n * 10 + 1));
    const { data } = (await (await post({ model: 'default', input })).json()) as { data: { embedding: number[] }[] };
    expect(data.map(({ embedding }) => embedding[0])).toEqual(input.map((text) => text.length));
    const asked = protocol.fake.of(Embed).map(({ request }) => request as RequestOf<typeof Embed>);
    expect(asked.map(({ embedder }) => embedder)).toEqual([undefined, ...asked.slice(1).map(() => 'small')]);
    expect(asked.length).toBeGreaterThan(3);
    for (const { texts } of asked) expect(texts.join('').length).toBeLessThanOrEqual(65_536);
  });

  const refusals: [what: string, body: object, status: number, error: object][] = [
    [
      'token ids',
      { input: [1, 2, 3] },
      400,
      { param: 'input', message: expect.stringContaining('token ids') as string },
    ],
    ['an empty text', { input: '' }, 400, { param: 'input' }],
    ['no text', { input: [] }, 400, { param: 'input' }],
    ['a text that is too long', { input: 'x'.repeat(40_000) }, 400, { param: 'input' }],
    ['other dimensions', { input: 'x', dimensions: 256 }, 400, { param: 'dimensions' }],
    ['another encoding', { input: 'x', encoding_format: 'int8' }, 400, { param: 'encoding_format' }],
    [
      'a model that does not serve',
      { input: 'x', model: 'text-embedding-3-small' },
      404,
      { param: 'model', code: 'model_not_found', message: expect.stringContaining('serves is small') as string },
    ],
  ];

  test.each(refusals)('refuses %s in the OpenAI error format', async (_what, body, status, error) => {
    expect(await errorOf(await post(body))).toMatchObject([status, { type: 'invalid_request_error', ...error }]);
  });
});
