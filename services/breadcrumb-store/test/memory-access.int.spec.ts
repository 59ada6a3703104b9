import fc from 'fast-check';
import {
  fingerprintAudience,
  MemoryLong,
  MemoryShort,
  memoryTags,
  type Audience,
  type Draft,
  type MemoryFact,
  type SourcePlan,
  type Viewer,
} from '@crumbtrail/contracts';
import { databases } from './databases';
import { IndexUnderTest, source } from './index-under-test';
import { ReferenceModel, refName, type ModelCrumb } from './reference-model';
import { message, service, StoreUnderTest, user } from './store-under-test';

const MEMORIES = ['session', 'agent', 'person', 'workspace'] as const;
const SOURCES = MEMORIES.map((memories) => {
  const more: Partial<SourcePlan> = {
    name: memories,
    memories,
    limit: 200,
    schemas: [MemoryShort.name, MemoryLong.name],
  };
  return source('memory', { ...more, section: 'memory', scope: memories === 'session' ? 'session' : 'workspace' });
});
const AUDIENCES: readonly Audience[] = [
  'all',
  'agents',
  ['user:ann'],
  ['agent:assistant', 'user:ann'],
  ['agent:assistant', 'user:bob'],
  ['agent:assistant', 'agent:other', 'user:ann', 'user:bob'],
];

/** A memory as the model keeps it. */
interface ModelMemory extends ModelCrumb {
  readonly agent: string;
  readonly tier: 'short' | 'long';
  readonly about: string;
}

const written = fc.record({
  agent: fc.constantFrom('assistant', 'other'),
  tier: fc.constantFrom('short' as const, 'long' as const),
  session: fc.constantFrom('demo', 'elsewhere'),
  audience: fc.constantFrom(...AUDIENCES),
  about: fc.constantFrom('ann', 'bob'),
  erased: fc.boolean(),
});
const asked = fc.record({
  viewer: fc.constantFrom('assistant', 'other'),
  behalf: fc.constantFrom(null, 'ann', 'bob'),
  readers: fc.subarray(['user:ann', 'user:bob', 'agent:other']),
  query: fc.constantFrom('', 'who lives in the lighthouse'),
});
type Written = typeof written extends fc.Arbitrary<infer One> ? One : never;
type Asked = typeof asked extends fc.Arbitrary<infer One> ? One : never;

const toViewer = (text: string): Viewer => {
  const [kind = '', id = ''] = text.split(':');
  return { participant: { kind: kind as 'user' | 'agent', id } };
};

/** Whether a memory is one that a source is to find, were it public. */
function isWanted({ agent, tier, session, about }: ModelMemory, memories: (typeof MEMORIES)[number], viewer: string) {
  if (tier === 'short' && session === 'demo' && agent === viewer) return true;
  if (memories === 'session') return false;
  if (memories === 'workspace') return true;
  return memories === 'agent' ? agent === viewer : agent === viewer && about === 'ann';
}

describe.each(databases)('what is recalled on %s', (_name, open) => {
  let store: StoreUnderTest;
  let index: IndexUnderTest;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    index = await IndexUnderTest.over(store);
  }, 120_000);

  afterAll(async () => {
    await index.close();
    await store.close();
  });

  /** Writes a memory as the memory-keeper does. */
  async function remember(workspace: string, one: Written, nth: number): Promise<ModelMemory> {
    const { agent, tier, session, audience, about } = one;
    const said = await store.create(user(workspace), message(`said ${nth}`, { session: 'archive' }));
    const sources = [{ id: said.id, version: said.version }];
    const facts: MemoryFact[] = [
      { id: `aaaaaaa${nth}`, text: `${about} lives in a lighthouse.`, about: `user:${about}`, sources },
    ];
    const readers = `${fingerprintAudience(audience).slice(0, 60)}-${nth}`;
    const tags = memoryTags({ agent, readers, facts });
    const place = tier === 'short' ? { session, until: 1 } : { section: `section ${nth}` };
    const schema_name = tier === 'short' ? MemoryShort.name : MemoryLong.name;
    const draft: Draft = { schema_name, audience, tags, context: { agent, readers, facts, ...place } };
    const { id, version, position } = await store.create(service(workspace, 'memory-keeper'), draft);
    const versions = [{ version, position, text: '' }];
    const known = { id, session, author: 'nobody', audience, tags, expiresAt: null, cause: null, versions };
    return { ...known, erased: false, agent, tier, about };
  }

  async function findAll(workspace: string, { viewer, behalf, readers, query }: Asked) {
    const members = [{ kind: 'user' as const, id: 'ann' }];
    const request = { viewer, readers, query, members, sources: SOURCES };
    return index.retrieve(workspace, request, behalf === null ? undefined : toViewer(`user:${behalf}`));
  }

  it('is exactly what its agent, the asking person and every reader of the answer may read, for each scope', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(written, { minLength: 4, maxLength: 9 }),
        fc.array(asked, { minLength: 3, maxLength: 6 }),
        async (all, questions) => {
          const workspace = await store.workspace();
          const model = new ReferenceModel();
          for (const [nth, one] of all.entries()) {
            const memory = await remember(workspace, one, nth);
            model.crumbs.push(memory);
            if (!one.erased) continue;
            await store.commit(service(workspace, 'memory-keeper'), {
              writes: [{ op: 'erase', id: memory.id, if_match: 1 }],
            });
            memory.erased = true;
          }
          await index.settled();
          for (const question of questions) {
            const { found } = await findAll(workspace, question);
            const eyes = [`agent:${question.viewer}`, ...question.readers].map(toViewer);
            if (question.behalf !== null) eyes.push(toViewer(`user:${question.behalf}`));
            const looking = { eyes, as_of: store.writer.position, now: Date.now() };
            for (const memories of MEMORIES) {
              const wanted = (one: ModelCrumb): boolean => isWanted(one as ModelMemory, memories, question.viewer);
              const refs = (found.get(memories) ?? []).map(refName);
              expect([memories, question, new Set(refs)]).toEqual([memories, question, model.visible(looking, wanted)]);
            }
          }
        },
      ),
      { numRuns: 10, endOnFailure: true },
    );
    expect(index.errors).toEqual([]);
  }, 120_000);
});
