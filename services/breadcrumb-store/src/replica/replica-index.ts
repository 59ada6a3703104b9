import { refuse } from '@crumbtrail/contracts';
import { embedQuestion } from '../search/embedders/embed-question';
import type { Embedder, Vectorise } from '../search/embedders/embedder';
import type { QueryVector } from '../search/embedders/query-vector';
import { TOO_FAR_TO_WAIT, type IndexReader } from '../search/index/index-reader';
import type { ReplicaLog } from './replica-log';
import { WITHIN_MS } from './within';
import type { WriterHead } from './writer-head';

/** What a {@link ReplicaIndex} works with. */
export interface ReplicaIndexOptions {
  readonly log: ReplicaLog;
  readonly writer: Pick<WriterHead, 'awaitText'>;
  /** The embedder before the writer has named the one that serves. */
  readonly chosen: Embedder;
  /** Creates an embedder by its full name; null where that is not available. */
  readonly named: (name: string) => Embedder | null;
  readonly onError: (what: string, error: unknown) => void;
}

/** The search index of a replica, which the writer keeps, with the embedder that serves there. */
export class ReplicaIndex implements IndexReader {
  private serving: Embedder;

  constructor(private readonly parts: ReplicaIndexOptions) {
    this.serving = parts.chosen;
  }

  get embedder(): string {
    return this.serving.name;
  }

  get vectorise(): Vectorise | undefined {
    return this.serving.vectorise;
  }

  /** Uses the embedder that serves at the writer. Throws `unavailable` where it is not available here. */
  use(name: string): void {
    if (name === this.serving.name) return;
    const next = this.parts.named(name);
    if (!next)
      throw refuse('unavailable', `This reader does not have the embedder ${name}: give it the writer's settings.`);
    this.serving.close?.();
    this.serving = next;
  }

  /** Rejects with `unavailable` where the index is not as far within the time, unless it is so far behind that waiting is in vain. */
  async textThrough(position: number): Promise<number> {
    const { log, writer } = this.parts;
    if (log.indexed < position) await log.look();
    const missing = position - log.indexed;
    if (missing > 0 && missing <= TOO_FAR_TO_WAIT) {
      writer.awaitText(position);
      await log.reachText(position, WITHIN_MS);
    }
    return log.indexed;
  }

  async embedQuery(query: string): Promise<QueryVector | null> {
    const { serving } = this;
    try {
      return await embedQuestion(serving, query);
    } catch (error) {
      this.parts.onError(`the question could not be embedded by ${serving.name}`, error);
      return null;
    }
  }
}
