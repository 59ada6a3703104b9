import { OverrideValidator } from './plan/overrides';
import { BuildCaches } from './build-caches';
import type { PreviewRequest } from '@crumbtrail/contracts';
import { candidate } from '../test/crumbs';
import { config, DEFINITION, InMemoryReader, session } from '../test/in-memory-reader';
import { PreviewPrefetch } from './preview-prefetch';
import { buildContext } from './pipeline';
import { gatherPreview } from './gather/gather-preview';

const candidates = [candidate(1, 'The port is 8080.'), candidate(2, 'Lunch is at noon.')];
const world = (...stored: ConstructorParameters<typeof InMemoryReader>[0]) =>
  new InMemoryReader([DEFINITION, ...stored], candidates);

async function preview(reader: InMemoryReader, prefetch: PreviewPrefetch, over: Partial<PreviewRequest> = {}) {
  const request = { agent: 'assistant', session: 'demo', content: 'Which port?', ...over };
  const seeing = prefetch.readerFor(reader, request);
  const { text, queries } = await buildContext(await gatherPreview(request, seeing, new OverrideValidator()), {
    ports: seeing,
    caches: new BuildCaches(),
    contextWindow: 32_768,
  });
  return { text, queries };
}

describe('PreviewPrefetch', () => {
  test('makes one request where the expectation is right, and the build is the same', async () => {
    const [prefetch, reader] = [new PreviewPrefetch(), world()];
    const first = await preview(reader, prefetch);
    expect(reader).toMatchObject({ prefetches: 0, requests: { length: 1 } });
    expect(await preview(reader, prefetch)).toEqual(first);
    expect(reader).toMatchObject({ prefetches: 1, requests: { length: 2 } });
  });

  test('prefetches with the query of the new preview', async () => {
    const [prefetch, reader] = [new PreviewPrefetch(), world()];
    await preview(reader, prefetch);
    const lunch = await preview(reader, prefetch, { content: 'When is lunch?' });
    expect(reader.requests.map(({ query }) => query)).toEqual(['Which port?', 'When is lunch?']);
    expect(lunch).toEqual(await preview(world(), new PreviewPrefetch(), { content: 'When is lunch?' }));
  });

  test.each<[string, InMemoryReader, Partial<PreviewRequest>]>([
    ['the configuration', world(config({ sources: [{ type: 'hybrid', limit: 1 }] })), {}],
    ['who takes part', world(session([{ kind: 'user', id: 'user', name: 'Ann' }])), {}],
    ['the query', world(), { config: { sources: [{ type: 'hybrid', limit: 1 }] } }],
  ])('ignores the prefetched candidates where %s changed', async (_what, now, over) => {
    const prefetch = new PreviewPrefetch();
    await preview(world(), prefetch);
    expect(await preview(now, prefetch, over)).toEqual(await preview(now, new PreviewPrefetch(), over));
    expect(now.prefetches).toBe(1);
    expect(now.requests[1]?.sources).toEqual(now.requests[2]?.sources);
  });

  test('keeps expectations separate by session, agent and workspace', async () => {
    const [prefetch, reader] = [new PreviewPrefetch(), world()];
    await preview(reader, prefetch);
    await preview(reader, prefetch, { session: 'other' });
    expect(reader.prefetches).toBe(0);
  });
});
