import type { Database } from '../database/database';
import type { QueryVector } from '../retrieve/find-ranked';
import type { Embedder } from './embedders/embedder';
import { Follower, type Following } from './follower';
import { ensureVectorIndex } from './hnsw';
import type { Pace } from './pace';
import { embedNext, embeddedPosition } from './vector-index';

const QUERY_LIMIT_MS = 2_000;
/** Nobody waits for vectors as people wait for words: writers in a hurry go first for this long. */
const LET_PASS_MS = 2_000;

/** What vectors are kept with. */
export interface EmbeddingParts {
  readonly database: Database;
  readonly chosen: Embedder;
  /** An embedder by the name of its rows, if it can still be asked. */
  readonly named: (name: string) => Embedder | null;
  readonly pollMs: number;
  readonly onError: (what: string, error: unknown) => void;
  readonly pace: Pace;
  /** What the text index is complete through. */
  readonly indexed: () => number;
}

/**
 * Keeps vectors behind the text index. When another embedder is chosen, its vectors are made while those of the one before
 * go on answering; once they are complete they take over, and the old ones go.
 */
export class Embedding {
  private serving: Embedder;
  private readonly followers = new Map<string, Follower>();
  private isIndexed = false;

  constructor(private readonly parts: EmbeddingParts) {
    this.serving = parts.chosen;
  }

  /** The embedder that answers questions now. */
  get embedder(): string {
    return this.serving.name;
  }

  /** What the vectors of the chosen embedder are complete through. */
  get position(): number {
    return this.followers.get(this.parts.chosen.name)?.position ?? 0;
  }

  async start(): Promise<void> {
    const { chosen } = this.parts;
    const before = await this.before();
    if (before) {
      this.serving = before;
      this.follow(before, () => Promise.resolve());
    }
    this.follow(chosen, () => this.caughtUp());
  }

  nudge(): void {
    for (const follower of this.followers.values()) follower.nudge();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.followers.values()].map((follower) => follower.stop()));
  }

  /** The question as a vector, or null when the embedder cannot be had in time; the question is then answered by words. */
  async embedQuery(query: string): Promise<QueryVector | null> {
    const embedder = this.serving;
    try {
      const [vector] = await embedder.embed([query], AbortSignal.timeout(QUERY_LIMIT_MS));
      return vector ? { embedder: embedder.name, vector } : null;
    } catch (error) {
      this.parts.onError(`the question could not be embedded by ${embedder.name}`, error);
      return null;
    }
  }

  /** The embedder before the chosen one, while the chosen one still has texts to embed. */
  private async before(): Promise<Embedder | null> {
    const { database, chosen, named } = this.parts;
    const rows = await database.query<{ name: string; position: number }>(
      `select substr(kind, 8) as name, position from index_cursor where kind like 'vector:%' order by position desc`,
    );
    const own = (await embeddedPosition(database, chosen)) ?? 0;
    const [other] = rows.filter(({ name, position }) => name !== chosen.name && position > own);
    return other ? named(other.name) : null;
  }

  private follow(embedder: Embedder, afterStep: () => Promise<void>): void {
    const { database, pollMs, onError, pace } = this.parts;
    const following: Following = {
      name: `vector:${embedder.name}`,
      pollMs,
      onError: (error, retryMs) => onError(`vectors by ${embedder.name} wait ${retryMs} ms for the next try`, error),
      before: () =>
        pace.turn({ position: () => follower.position, isAwaited: () => follower.isAwaited, mostMs: LET_PASS_MS }),
      step: async () => {
        const step = await embedNext(database, embedder);
        if (step.position >= this.parts.indexed()) await afterStep();
        return step;
      },
    };
    const follower: Follower = new Follower(following);
    this.followers.set(embedder.name, follower);
    follower.start();
  }

  private async caughtUp(): Promise<void> {
    const { database, chosen } = this.parts;
    if (!this.isIndexed) this.isIndexed = await ensureVectorIndex(database, chosen.name);
    if (this.serving === chosen) return;
    const old = this.followers.get(this.serving.name);
    this.serving = chosen;
    await old?.stop();
    await this.forgetOthers();
  }

  private async forgetOthers(): Promise<void> {
    const { database, chosen } = this.parts;
    await database.transaction(async (sql) => {
      await sql.query('delete from chunk_vector where embedder <> $1', [chosen.name]);
      await sql.query('delete from vector_retry where embedder <> $1', [chosen.name]);
      await sql.query(`delete from index_cursor where kind like 'vector:%' and kind <> 'vector:' || $1`, [chosen.name]);
    });
  }
}
