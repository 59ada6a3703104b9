import {
  AgentDef,
  ContextConfig,
  contentHash,
  derivedId,
  LoreBook,
  LoreEntry,
  type LoreBookV1,
  type LoreEntryV1,
  type Viewer,
  Scene,
  sceneId,
  Session,
  SessionOverride,
  singletonId,
  UserMessage,
  type Candidate,
  type ChunksReply,
  type ChunksRequest,
  type Contract,
  type Crumb,
  type Envelope,
  type Erased,
  type Identity,
  type Ref,
  type SceneV1,
  type SessionOverrideItem,
} from '@crumbtrail/contracts';
import type {
  CrumbRef,
  ExpectedRetrieval,
  FoundCrumb,
  WorkspaceReader,
  PrefetchedPreview,
  WorkspaceSnapshot,
} from '../src/ports';
import { at, id, USER } from './crumbs';
import { applyLore, type NamedBook } from '../src/scene/applied-lore';
import { InMemoryRetriever } from './in-memory-retriever';

/** A crumb as the store returns it. */
export function envelope<C>(contract: Contract<C>, context: C, over: Partial<Envelope> = {}): Envelope {
  return {
    id: id(5000),
    workspace: 'default',
    schema_name: contract.name,
    tags: [],
    context: context as Record<string, unknown>,
    audience: 'all',
    author: USER,
    trail_id: id(5000),
    hop: 0,
    imported: false,
    version: 1,
    position: 50,
    occurred_at: at(0),
    created_at: at(0),
    updated_at: at(0),
    content_hash: contentHash(context),
    ...over,
  };
}

export const DEFINITION = envelope(
  AgentDef,
  { agent: 'assistant', prompt: 'Be kind.', subscriptions: [{ schema: UserMessage.name }] },
  { id: singletonId('default', 'agent', 'assistant'), audience: 'agents' },
);

export const TRIGGER = envelope(UserMessage, { content: 'And now?' }, { id: id(1000), session: 'demo', position: 40 });

/** A config of the assistant's. */
export function config(context: Omit<NonNullable<(typeof ContextConfig)['context']>, 'consumer'>): Envelope {
  const consumer = singletonId('default', 'consumer', 'assistant');
  return envelope(
    ContextConfig,
    { consumer: 'assistant', ...context },
    { id: consumer, version: 3, audience: 'agents' },
  );
}

/** The session `demo` and its members. */
export function session(members: NonNullable<(typeof Session)['context']>['members']): Envelope {
  return envelope(Session, { name: 'demo', members }, { id: singletonId('default', 'session', 'demo') });
}

/** A scene of the session `demo`, of the assistant, or of both, and what it says. */
export function sceneOf(scene: SceneV1, over: Partial<Envelope> = {}): Envelope {
  const stored = {
    id: sceneId('default', scene),
    audience: 'agents' as const,
    informs: true as const,
    author: OPERATOR,
  };
  return envelope(Scene, scene, { ...stored, ...over });
}

/** How operators have adjusted the session `demo`. */
export function overrideOf(overrides: readonly SessionOverrideItem[], over: Partial<Envelope> = {}): Envelope {
  const id = singletonId('default', 'session_override', 'demo');
  return envelope(SessionOverride, { session: 'demo', overrides: [...overrides] }, { id, author: OPERATOR, ...over });
}

const OPERATOR = { kind: 'operator' as const, id: 'op' };

/** A book of lore and its entries, by id. */
export function bookOf(
  name: string,
  entries: Readonly<Record<string, Omit<LoreEntryV1, 'book' | 'id'>>>,
  book: Omit<LoreBookV1, 'name'> = {},
): Envelope[] {
  const over = (identity: string, context: object): Partial<Envelope> => ({
    id: derivedId('default', identity, { context: { ...context } }) as string,
    audience: 'agents',
    author: OPERATOR,
  });
  const all = Object.entries(entries).map(([of, entry]): LoreEntryV1 => ({ book: name, id: of, ...entry }));
  return [
    envelope(LoreBook, { name, ...book }, over('lore_book', { name })),
    ...all.map((entry) => envelope(LoreEntry, entry, over('lore_entry', entry))),
  ];
}

/** Whether this is the requested crumb, in the requested version if there is one. */
function matchesRef(one: Envelope | Erased, { id: wanted, version }: { id: string; version?: number }): boolean {
  return one.id === wanted && (version === undefined || 'erased' in one || one.version === version);
}

/**
 * A reader over fixed crumbs and candidates, for specs of the pipeline that need thousands of builds. It has no rules of the store:
 * no rights, no index, no positions. It records what was read.
 */
export class InMemoryReader extends InMemoryRetriever implements WorkspaceReader {
  readonly workspace = 'default';
  readonly reads: { ids: readonly string[]; asOf: number | undefined }[] = [];
  /** Number of prefetches. */
  prefetches = 0;

  constructor(
    private readonly stored: readonly (Envelope | Erased)[],
    private readonly indexed: readonly Candidate[] = [],
    private readonly identity: Identity | null = null,
    /** Ids of crumbs erased after they were recorded. */
    private readonly erasedIds: ReadonlySet<string> = new Set(),
  ) {
    super(indexed);
  }

  read(refs: readonly { readonly id: string; readonly version?: number }[], asOf?: number): Promise<WorkspaceSnapshot> {
    this.reads.push({ ids: refs.map((ref) => ref.id), asOf });
    const crumbs = refs.map((ref) => this.stored.find((one) => matchesRef(one, ref)) ?? null);
    return Promise.resolve({ crumbs, position: asOf ?? 99, now: at(100) });
  }

  async prefetch(
    refs: readonly CrumbRef[],
    asOf: number | undefined,
    expected: ExpectedRetrieval,
  ): Promise<PrefetchedPreview> {
    const snapshot = await this.read(refs, asOf);
    const found = await this.retrieve({ ...expected, as_of: snapshot.position, now: snapshot.now });
    this.prefetches += 1;
    return { snapshot, identity: this.identity, found };
  }

  async readForBoth({
    client,
    service,
  }: Parameters<WorkspaceReader['readForBoth']>[0]): ReturnType<WorkspaceReader['readForBoth']> {
    const [seen, read] = await Promise.all([this.readAsClient(client), this.read(service)]);
    return { client: seen.crumbs, service: read.crumbs };
  }

  async readAsClient(refs: readonly { readonly id: string; readonly version?: number }[]): Promise<WorkspaceSnapshot> {
    return this.read(refs);
  }

  searchAsClient(words: string): Promise<readonly FoundCrumb[]> {
    const asked = words.toLowerCase().split(/\W+/);
    const shares = (one: Envelope | Erased): one is Envelope =>
      'context' in one && asked.some((word) => JSON.stringify(one.context).toLowerCase().includes(word));
    return Promise.resolve(this.stored.filter(shares).map((crumb) => ({ crumb, named: 0, isNamedByTime: false })));
  }

  /** The books and entries among the stored crumbs. */
  lore(_asOf: number, named: readonly NamedBook[], viewers: readonly Viewer[]) {
    const of = <C extends Contract>({ name }: C): Crumb<C>[] =>
      this.stored.filter((one): one is Crumb<C> => 'context' in one && one.schema_name === name);
    return Promise.resolve({
      applied: applyLore({ books: of(LoreBook), entries: of(LoreEntry) }, named, viewers),
      queries: 2,
    });
  }

  newestAsClient(): Promise<readonly Envelope[]> {
    return Promise.resolve([]);
  }

  /** The requested chunks as they were indexed. */
  chunks({ refs }: ChunksRequest): Promise<ChunksReply> {
    return Promise.resolve({ chunks: refs.map((ref) => this.piece(ref)), queries: 1 });
  }

  private piece(ref: Ref & { readonly chunk: number }): ChunksReply['chunks'][number] {
    if (this.erasedIds.has(ref.id)) return { erased: true };
    const found = this.indexed.find(
      (one) => one.id === ref.id && one.version === ref.version && one.chunk === ref.chunk,
    );
    return found ? { ...found, rank: 0, score: 0, scores: {} } : null;
  }

  identify(): Promise<Identity | null> {
    return Promise.resolve(this.identity);
  }
}
