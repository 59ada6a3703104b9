import type { Database } from '../../database/database';
import type { Embedder, Vectorise } from '../embedders/embedder';
import type { IndexReader } from './index-reader';
import { lexicalEmbedder, lexicalVector } from '../embedders/lexical-embedder';
import { VectorIndex } from './vectors/vector-index';
import { LogFollower } from './follower/log-follower';
import { WriterPriority, type IndexProgress } from './follower/writer-priority';
import type { QueryVector } from '../embedders/query-vector';
import { indexNextEvents, type IndexStep } from './text/index-events';

const POLL_MS = 1_000;
const WAIT_MS = 2_000;
/** Events of one step while writers are in a hurry: the step holds up the embedded database. */
const FEW = 40;
/** PGlite has nobody who keeps the planner's statistics: they are gathered when the index has doubled. */
const FIRST_ANALYZE = 256;

export interface SearchIndexOptions {
  readonly database: Database;
  readonly chosen: Embedder;
  readonly named: (name: string) => Embedder | null;
  readonly onError: (what: string, error: unknown) => void;
  readonly pollMs?: number;
  /** Crumbs were erased: whoever keeps their texts in memory lets go of them. */
  readonly onDeleted?: (workspace: string, ids: ReadonlySet<string>) => void;
  /** How long rows of an embedder stay after another took over. */
  readonly restMs?: number;
}

/** The index behind the log: texts at once, vectors behind them. Follows while it is started. */
export class SearchIndex implements IndexReader {
  private readonly text: LogFollower;
  private readonly embedding: VectorIndex;
  private readonly pace = new WriterPriority();
  private readonly follows: IndexProgress = {
    position: () => this.text.position,
    isAwaited: () => this.text.isAwaited,
  };
  private nextAnalyze = FIRST_ANALYZE;

  constructor(private readonly parts: SearchIndexOptions) {
    const pollMs = parts.pollMs ?? POLL_MS;
    this.text = new LogFollower({
      name: 'text',
      pollMs,
      step: () => this.step(),
      before: () => this.pace.waitForWriters(this.follows),
      onError: (error, retryMs) => parts.onError(`the text index waits ${retryMs} ms for the next try`, error),
    });
    this.embedding = new VectorIndex({ ...parts, pollMs, pace: this.pace, indexed: () => this.text.position });
  }

  /** What the text index is complete through. */
  get position(): number {
    return this.text.position;
  }

  /** What the vectors of the chosen embedder are complete through. */
  get embeddedPosition(): number {
    return this.embedding.position;
  }

  /** The embedder that answers questions now. */
  get embedder(): string {
    return this.embedding.embedder;
  }

  get vectorise(): Vectorise | undefined {
    return this.embedder === lexicalEmbedder.name ? lexicalVector : undefined;
  }

  /** How the embedders stand, and how another is chosen. */
  get embeddings(): Pick<VectorIndex, 'chooseEmbedder' | 'status'> {
    return this.embedding;
  }

  async start(): Promise<void> {
    this.text.start();
    await this.embedding.start();
  }

  /** The log was appended to, up to here. */
  nudge(head: number): void {
    this.pace.recordWrite(head);
    this.text.nudge();
  }

  async stop(): Promise<void> {
    await this.text.stop();
    await this.embedding.stop();
  }

  async textThrough(position: number): Promise<number> {
    await this.text.waitFor(position, WAIT_MS);
    return this.text.position;
  }

  embedQuery(query: string): Promise<QueryVector | null> {
    return this.embedding.embedQuery(query);
  }

  private async step(): Promise<IndexStep> {
    const before = this.text.position;
    const step = await indexNextEvents(this.parts.database, this.pace.mustYield(this.follows) ? FEW : undefined);
    for (const [workspace, ids] of step.deleted ?? []) this.parts.onDeleted?.(workspace, ids);
    if (step.position > before) this.embedding.nudge();
    if (!step.more && step.position >= this.nextAnalyze) await this.analyze(step.position);
    return step;
  }

  private async analyze(position: number): Promise<void> {
    this.nextAnalyze = position * 2;
    if (this.parts.database.kind === 'pglite')
      await this.parts.database.query('analyze crumb, crumb_version, crumb_event, chunk, chunk_vector, term_stat');
  }
}
