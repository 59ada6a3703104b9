import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSearchWeb } from '../src/tools/search-web';
import { aCall } from './tool-call-fixture';

const servers: Server[] = [];

function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/search`)),
  );
}

afterEach(() => servers.splice(0).forEach((server) => server.close()));

const search = (url: string | undefined, input: Record<string, unknown>, key?: string) =>
  createSearchWeb({ url, key }).run(input, aCall());

const answer = {
  query: 'tea',
  number_of_results: 0,
  results: [
    { url: 'https://example.org/1', title: 'One', content: 'x'.repeat(900), engine: 'a', score: 2 },
    { url: 'https://example.org/2', title: 'Two', content: null, engine: 'b', score: 1 },
    { url: 'https://example.org/3', title: 'Three', content: 'third' },
  ],
  answers: [],
  unresponsive_engines: [],
};

describe('search_web', () => {
  it('asks the operator’s search engine and gives its first results', async () => {
    const requests: IncomingMessage[] = [];
    const url = await serve((request, response) => (requests.push(request), response.end(JSON.stringify(answer))));
    expect(await search(`${url}?language=en`, { query: 'green tea & water', limit: 2 }, 's3cret')).toEqual([
      { title: 'One', url: 'https://example.org/1', snippet: 'x'.repeat(500) },
      { title: 'Two', url: 'https://example.org/2', snippet: '' },
    ]);
    expect(requests[0]?.url).toBe('/search?language=en&q=green+tea+%26+water&format=json');
    expect(requests[0]?.headers.authorization).toBe('Bearer s3cret');
  });

  it('sends no key where none is configured', async () => {
    const keys: unknown[] = [];
    const url = await serve(({ headers }, response) => {
      keys.push(headers.authorization);
      response.end(JSON.stringify(answer));
    });
    expect(await search(url, { query: 'tea' })).toHaveLength(3);
    expect(keys).toEqual([undefined]);
  });

  it('says what the operator must set where no search engine is configured', async () => {
    await expect(search(undefined, { query: 'tea' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('WEB_SEARCH_URL') as string,
    });
  });

  it.each([
    ['a status', 429, 'slow down', 'it answered 429 Too Many Requests'],
    ['a page', 200, '<html>', 'its answer is not the JSON of SearXNG'],
    ['other JSON', 200, '{"hits": []}', 'its answer is not the JSON of SearXNG'],
    ['too much', 200, 'x'.repeat(2_200_000), 'the response has more than 2097152 bytes'],
  ])('says that the search engine answered with %s', async (_what, status, body, reason) => {
    const url = await serve((_request, response) => response.writeHead(status).end(body));
    await expect(search(url, { query: 'tea' }, 's3cret')).rejects.toMatchObject({
      code: 'unavailable',
      message: `The search engine failed: ${reason}`,
    });
  });

  it('follows no redirect, so that its key goes nowhere else', async () => {
    let reached = 0;
    const other = await serve((_request, response) => ((reached += 1), response.end()));
    const url = await serve((_request, response) => response.writeHead(302, { location: other }).end());
    await expect(search(url, { query: 'tea' }, 's3cret')).rejects.toThrow('The search engine failed');
    expect(reached).toBe(0);
  });

  it('does not tell the model where a search engine that is down would be', async () => {
    const url = await serve(() => undefined);
    servers.splice(0).forEach((server) => server.close());
    await expect(search(url, { query: 'tea' })).rejects.toThrow(/^The search engine failed: ECONNREFUSED$/);
  });
});
