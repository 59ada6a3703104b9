import type { Database } from '../../database/database';
import type { Embedder, Vectorise } from '../embedders/embedder';
import { wordsEmbedder } from '../embedders/words-embedder';
import { TOO_FAR_TO_WAIT, type IndexReader } from './index-reader';
import type { EmbedderChoice } from './vectors/embedder-choice';
import { keepMeaningIndex } from './vectors/hnsw-index';
import { VectorIndex } from './vectors/vector-index';
import { LogFollower } from './follower/log-follower';
import { WriterPriority, type IndexProgress } from './follower/writer-priority';
import type { QueryVector } from '../embedders/query-vector';
import { indexNextEvents, readIndexedPosition, type IndexStep } from './text/index-events';
import { rebuildKeys } from './text/rebuild-keys';

const POLL_MS = 1_000;
const GATHER_MS = 25;
const WAIT_MS = 2_000;
/** How many events a step indexes while writers are busy: a step blocks the embedded database. */
const FEW = 40;
/** The planner's statistics are updated when the index has doubled, first at this position: until then plans that suit empty tables read them whole. */
const FIRST_ANALYZE = 256;
/** PGlite has no autovacuum. That of Postgres looks once a minute, which is in time for a log that is this long. */
const LAST_ANALYZE_ON_POSTGRES = 100_000;

export interface SearchIndexOptions {
  readonly database: Database;
  readonly choice: EmbedderChoice;
  readonly chosen: Embedder;
  readonly named: (name: string) => Embedder | null;
  readonly onError: (what: string, error: unknown) => void;
  readonly pollMs?: number;
  /** Throws while the index may not grow, because the disk is full. Default: it may. */
  readonly requireRoom?: () => void;
  /** Called with erased and expired crumbs, so that caches drop their texts. */
  readonly onDeleted?: (workspace: string, ids: ReadonlySet<string>) => void;
  /** Called once texts of an earlier version have new keys, so that caches drop the old ones. */
  readonly onRebuilt?: (texts: number, seconds: number) => void;
  /** How many milliseconds the vectors of an embedder stay after another took over. */
  readonly restMs?: number;
}

/** Keeps the search index behind the log: texts first, then their vectors. */
export class SearchIndex implements IndexReader {
  private readonly text: LogFollower;
  private readonly embedding: VectorIndex;
  private readonly pace = new WriterPriority();
  private readonly follows: IndexProgress = {
    position: () => this.text.position,
    isAwaited: () => this.text.isAwaited,
  };
  private nextAnalyze = FIRST_ANALYZE;
  /** Work on texts that are indexed already, one after the other. */
  private background: Promise<void> = Promise.resolve();
  private isStopping = false;
  private isCaughtUp = false;

  constructor(private readonly parts: SearchIndexOptions) {
    const pollMs = parts.pollMs ?? POLL_MS;
    this.text = new LogFollower({
      name: 'text',
      pollMs,
      gatherMs: GATHER_MS,
      step: () => this.step(),
      before: () => this.pace.waitForWriters(this.follows),
      onError: (error, retryMs) => parts.onError(`the text index is retried in ${retryMs} ms`, error),
    });
    this.embedding = new VectorIndex({ ...parts, pollMs, pace: this.pace, indexed: () => this.text.position });
  }

  /** Position through which the text index is complete. */
  get position(): number {
    return this.text.position;
  }

  /** Position through which the vectors of the chosen embedder are complete. */
  get embeddedPosition(): number {
    return this.embedding.position;
  }

  /** Name of the serving embedder. */
  get embedder(): string {
    return this.embedding.embedder;
  }

  get vectorise(): Vectorise | undefined {
    return this.embedding.vectorise;
  }

  /** The status of the embedders, the choice of another, and vectors of texts of clients. */
  get embeddings(): Pick<VectorIndex, 'chooseEmbedder' | 'tryEmbedder' | 'embedTexts' | 'status'> {
    return this.embedding;
  }

  async start(): Promise<void> {
    const indexed = await readIndexedPosition(this.parts.database);
    this.text.start();
    await this.embedding.start();
    this.background = this.rebuild(indexed).then(() => this.indexMeanings());
  }

  /** The log was appended to, up to the position `head`. */
  nudge(head: number): void {
    this.pace.recordWrite(head);
    this.text.nudge();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.text.stop();
    await this.background;
    await this.embedding.stop();
  }

  async textThrough(position: number): Promise<number> {
    if (position - this.text.position <= TOO_FAR_TO_WAIT) await this.text.waitFor(position, WAIT_MS);
    return this.text.position;
  }

  embedQuery(query: string): Promise<QueryVector | null> {
    return this.embedding.embedQuery(query);
  }

  /** Writes the keys of texts that an earlier version has indexed. What is left of it when the process ends is done by the next one. */
  private async rebuild(indexed: number): Promise<void> {
    const from = performance.now();
    const mayGoOn = async (): Promise<boolean> => {
      if (!this.isStopping) await this.pace.waitForWriters(this.follows);
      return !this.isStopping;
    };
    try {
      const texts = await rebuildKeys(this.parts.database, indexed, mayGoOn);
      if (texts > 0) this.parts.onRebuilt?.(texts, (performance.now() - from) / 1_000);
    } catch (error) {
      this.parts.onError('the keys of earlier texts are written after the next start', error);
    }
  }

  private async indexMeanings(): Promise<void> {
    if (this.isStopping) return;
    try {
      await keepMeaningIndex(this.parts.database, { isWanted: this.embedder === wordsEmbedder.name });
    } catch (error) {
      this.parts.onError('the index of meanings is built after the next start', error);
    }
  }

  private async step(): Promise<IndexStep> {
    this.parts.requireRoom?.();
    const before = this.text.position;
    const most = this.pace.mustYield(this.follows) ? FEW : undefined;
    const step = await indexNextEvents(this.parts.database, { most, isCaughtUp: this.isCaughtUp });
    this.isCaughtUp = !step.more;
    for (const [workspace, ids] of step.deleted ?? []) this.parts.onDeleted?.(workspace, ids);
    if (step.position > before) this.embedding.nudge();
    // During an import too: the plans that other requests keep would suit the small tables of its beginning.
    if (step.position >= this.nextAnalyze) await this.analyze(step.position);
    return step;
  }

  private async analyze(position: number): Promise<void> {
    this.nextAnalyze = position * 2;
    const { database } = this.parts;
    if (database.kind !== 'postgres' || position <= LAST_ANALYZE_ON_POSTGRES)
      await database.query('analyze crumb, crumb_version, crumb_event, chunk, chunk_vector, term_stat');
    this.background = this.background.then(() => this.indexMeanings());
  }
}
