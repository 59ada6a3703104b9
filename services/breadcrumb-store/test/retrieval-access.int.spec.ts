import fc from 'fast-check';
import type { RetrieveRequest, SourcePlan, Viewer } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { readChunks } from '../src/search/retrieve/read-chunks';
import { SessionTextCache } from '../src/search/session-cache/session-text-cache';
import { ReferenceModel, refName, type ModelScope, type ModelCrumb } from './reference-model';
import { creates, message, StoreUnderTest, user } from './store-under-test';
import { IndexUnderTest, source } from './index-under-test';
import { databases } from './databases';
import { dense, momentOf, PlayedStore, step, type Look } from './played-store';

const TYPES: readonly SourcePlan['type'][] = ['recent', 'latest', 'tagged', 'text', 'vector', 'hybrid', 'trail'];
const SCOPES: readonly SourcePlan['scope'][] = ['session', 'workspace'];
const SOURCES = TYPES.flatMap((type) =>
  SCOPES.map((scope) =>
    source(type, { name: `${type} ${scope}`, scope, limit: 200, tags: type === 'tagged' ? ['owls'] : [] }),
  ),
);
const LAST: Look = { do: 'look', viewer: 'assistant', behalf: null, back: 0, later: false, trigger: 3 };

describe.each(databases)('the access filter of retrieval on %s', (_name, open) => {
  let store: StoreUnderTest;
  let index: IndexUnderTest;
  /** A cache that is not notified of erasures: its refresh must find them. */
  let unwarned: SessionTextCache;
  /** The same for caches that keep only outlines of sessions, one with their texts and one without. */
  let outlining: readonly SessionTextCache[];

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    index = await IndexUnderTest.over(store, dense);
    unwarned = new SessionTextCache(store.db.database);
    outlining = [0.5, 0].map(
      (mostWithTexts) => new SessionTextCache(store.db.database, { mostTexts: 1, mostWithTexts }),
    );
  }, 120_000);

  afterAll(async () => {
    await index.close();
    await store.close();
  });

  interface Agreeing {
    readonly model: ReferenceModel;
    readonly looking: ModelScope;
    readonly request: Partial<RetrieveRequest>;
    readonly asking: Viewer | undefined;
    readonly from: ModelCrumb | undefined;
  }

  /** Checks that every source returns exactly what is visible, from a warm and from a cold cache. */
  const agree = async (workspace: string, { model, looking, request, asking, from }: Agreeing): Promise<void> => {
    const warm = await index.retrieve(workspace, request, asking, unwarned);
    const cold = await index.retrieve(workspace, request, asking, new SessionTextCache(store.db.database));
    expect({ ...warm, queries: 0 }).toEqual({ ...cold, queries: 0 });
    findsVisible(warm, { model, looking, from });
    for (const cache of outlining) {
      await index.retrieve(workspace, request, asking, cache);
      await cache.whenLoaded();
      findsVisible(await index.retrieve(workspace, request, asking, cache), { model, looking, from });
    }
    await replays(workspace, { model, looking, asking });
  };

  /** Checks that every source of a reply found exactly what is visible. */
  const findsVisible = (
    reply: Awaited<ReturnType<IndexUnderTest['retrieve']>>,
    { model, looking, from }: Pick<Agreeing, 'model' | 'looking' | 'from'>,
  ): void => {
    for (const { name, type, scope } of SOURCES) {
      const found = (reply.found.get(name) ?? []).map(refName);
      const inScope = ({ session }: ModelCrumb): boolean => scope === 'workspace' || session === 'demo';
      const all = model.visible(looking, inScope);
      expect([name, found.filter((one) => !all.has(one))]).toEqual([name, []]);
      if (type === 'recent' || type === 'latest') expect([name, new Set(found)]).toEqual([name, all]);
      if (type === 'tagged') {
        const tagged = model.visible(looking, (crumb) => inScope(crumb) && crumb.tags.includes('owls'));
        expect([name, new Set(found)]).toEqual([name, tagged]);
      }
      if (type === 'trail' && scope === 'workspace' && from)
        expect([name, found]).toEqual([name, model.ancestors(from, looking)]);
    }
  };

  /** Checks that readChunks returns any version to viewers who may read the crumb, and erased ones as erased. */
  const replays = async (
    workspace: string,
    { model, looking, asking }: Pick<Agreeing, 'model' | 'looking' | 'asking'>,
  ) => {
    const eyes = { ...looking, as_of: Number.MAX_SAFE_INTEGER, now: 0 };
    const refs = model.crumbs.flatMap(({ id, versions }) => versions.map(({ version }) => ({ id, version, chunk: 0 })));
    const viewer = (looking.eyes[0] as Viewer).participant.id;
    const asker = { workspace, ...(asking ? { behalf: asking } : {}) };
    const reply = await readChunks(store.db.database, asker, { viewer, refs, tokenizer: 'o200k_base' });
    const expected = model.crumbs.flatMap((crumb) => {
      const readable = new ReferenceModel();
      readable.crumbs.push({ ...crumb, erased: false, expiresAt: null });
      const isReadable = readable.visible(eyes).size > 0;
      return crumb.versions.map(({ text }) => (isReadable ? (crumb.erased ? 'erased' : text) : null));
    });
    expect(reply.chunks.map((one) => one && ('erased' in one ? 'erased' : one.text))).toEqual(expected);
  };

  const look = async ({ workspace, model }: PlayedStore, one: Look): Promise<void> => {
    await index.settled();
    await eventually(() => index.index.embeddedPosition >= store.writer.position);
    const { viewer, behalf } = one;
    const from = model.crumbs[one.trigger % Math.max(1, model.crumbs.length)];
    const now = momentOf(one);
    const as_of = Math.max(0, store.writer.position - one.back);
    const asking: Viewer | undefined = behalf === null ? undefined : { participant: { kind: 'user', id: behalf } };
    const agent: Viewer = { participant: { kind: 'agent', id: viewer } };
    const looking = { eyes: asking ? [agent, asking] : [agent], as_of, now };
    const trigger = from ? { id: from.id, version: 1 } : undefined;
    const request = {
      viewer,
      as_of,
      now: new Date(now).toISOString(),
      query: 'owl or boat',
      sources: SOURCES,
      trigger,
    };
    await agree(workspace, { model, looking, request, asking, from });
  };

  it('holds for every source, from memory and from the database, as of any position', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const played = new PlayedStore(store, await store.workspace(), new ReferenceModel());
        for (const one of [...steps, LAST]) await (one.do === 'look' ? look(played, one) : played.play(one));
      }),
      { numRuns: 12, endOnFailure: true },
    );
    expect(index.errors).toEqual([]);
  }, 120_000);

  it('hides an erased crumb at once, even before the index has removed it', async () => {
    const workspace = await store.workspace();
    const { results } = await store.commit(user(workspace), {
      writes: creates(message('an owl'), message('another owl')),
    });
    await index.settled();
    const ask = () => index.texts(workspace, 'recent');
    expect(await ask()).toHaveLength(2);
    await index.index.stop();
    await store.commit(user(workspace), { writes: [{ op: 'erase', id: results[0]?.id as string, if_match: 1 }] });
    const { found } = await index.retrieve(workspace, {
      as_of: store.writer.position - 1,
      query: 'owl',
      sources: SOURCES,
    });
    for (const [name, candidates] of found)
      expect([name, candidates.filter(({ text }) => text === 'an owl')]).toEqual([name, []]);
    index = await IndexUnderTest.over(store, dense);
  });
});
