import type { RetrieveReply, RetrieveRequest, SourcePlan, Viewer } from '@crumbtrail/contracts';
import { AgentResponse, UserMessage, type Candidate } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { wordsEmbedder } from '../src/search/embedders/words-embedder';
import type { Embedder } from '../src/search/embedders/embedder';
import { EmbeddingChoiceEntity } from '../src/entities/search-index.entity';
import { SearchIndex } from '../src/search/index/search-index';
import { EmbedderChoice } from '../src/search/index/vectors/embedder-choice';
import { SessionTextCache } from '../src/search/session-cache/session-text-cache';
import { retrieve } from '../src/search/retrieve/retrieve';
import type { StoreUnderTest } from './store-under-test';

export const FEATURE_WEIGHTS: RetrieveRequest['features'] = {
  bm25: 1,
  message: 0,
  vector: 0.1,
  meaning: 0,
  previous: 0.5,
  next: 0.25,
  second: 0.1,
  session: 0.2,
  speaker: 0.35,
  date: 0,
  recency: 0,
  tags: 0,
  length: 0,
  author: 0,
};

/** An index over a store, following its writer, with what failed on the way. */
export class IndexUnderTest {
  readonly errors: unknown[] = [];
  readonly index: SearchIndex;
  readonly pools: SessionTextCache;

  private constructor(
    readonly store: StoreUnderTest,
    chosen: Embedder,
    named: (name: string) => Embedder | null,
  ) {
    const { database, source } = store.db;
    this.pools = new SessionTextCache(database);
    this.index = new SearchIndex({
      database,
      choice: new EmbedderChoice(source.getRepository(EmbeddingChoiceEntity)),
      chosen,
      named,
      pollMs: 50,
      restMs: 0,
      onError: (_what, error) => this.errors.push(error),
      onDeleted: (workspace, ids) => this.pools.forget(workspace, ids),
    });
  }

  static async over(
    store: StoreUnderTest,
    chosen: Embedder = wordsEmbedder,
    named: (name: string) => Embedder | null = () => null,
  ): Promise<IndexUnderTest> {
    const one = new IndexUnderTest(store, chosen, named);
    store.writer.onCommit((head) => one.index.nudge(head));
    await one.index.start();
    return one;
  }

  /** Resolves when everything written so far is indexed, however busy the machine is. */
  async settled(): Promise<number> {
    const { position } = this.store.writer;
    await eventually(async () => (await this.index.textThrough(position)) >= position);
    return position;
  }

  async retrieve(
    workspace: string,
    request: Partial<RetrieveRequest>,
    behalf?: Viewer,
    pools = this.pools,
  ): Promise<RetrievedSources> {
    const whole: RetrieveRequest = {
      viewer: 'assistant',
      readers: [],
      session: 'demo',
      as_of: this.store.writer.position,
      now: new Date().toISOString(),
      query: '',
      exclude: [],
      sources: [],
      tokenizer: 'o200k_base',
      features: FEATURE_WEIGHTS,
      tags: [],
      members: [],
      ...request,
    };
    const { database } = this.store.db;
    const { milliseconds: _, ...reply } = await retrieve(
      { database, index: this.index, cache: pools },
      { workspace, ...(behalf ? { behalf } : {}) },
      whole,
    );
    return { ...reply, found: new Map(reply.sources.map(({ name, candidates }) => [name, candidates])) };
  }

  /** The texts that one source gives. */
  async texts(workspace: string, type: SourcePlan['type'], request: Partial<RetrieveRequest> = {}, behalf?: Viewer) {
    const { found } = await this.retrieve(workspace, { sources: [source(type)], ...request }, behalf);
    return (found.get(type) ?? []).map(({ text }) => text);
  }

  async rows(table: string, workspace: string): Promise<Record<string, unknown>[]> {
    return this.store.db.database.query(`select * from ${table} where workspace = $1`, [workspace]);
  }

  async close(): Promise<void> {
    await this.index.stop();
  }
}

export interface RetrievedSources {
  readonly found: ReadonlyMap<string, readonly Candidate[]>;
  readonly queries: number;
  readonly embedder: string | null;
  readonly index_position: number;
  readonly beyond: number;
  readonly query?: RetrieveReply['query'];
}

/** A source of the session's conversation, named by its type. */
export const source = (type: SourcePlan['type'], more: Partial<SourcePlan> = {}): SourcePlan => ({
  name: type,
  type,
  section: 'relevant',
  schemas: [UserMessage.name, AgentResponse.name],
  tags: [],
  scope: 'session',
  limit: 20,
  floor: 0,
  weight: 1,
  ...more,
});
