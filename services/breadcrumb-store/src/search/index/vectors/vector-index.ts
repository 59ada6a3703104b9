import type { EmbeddingsReply } from '@crumbtrail/contracts';
import type { Database } from '../../../database/database';
import type { Embedder } from '../../embedders/embedder';
import { saveEmbedderChoice, loadEmbedderChoice } from './embedder-choice';
import { EmbedderFollowers } from './embedder-followers';
import type { WriterPriority } from '../follower/writer-priority';
import type { QueryVector } from '../../embedders/query-vector';
import { countBacklog, readEmbeddedPosition } from './embed-texts';

const QUERY_LIMIT_MS = 2_000;
/** Questions that were begun with the embedder before may still look for its rows this long. */
const REST_MS = 10_000;

/** What vectors are kept with. */
export interface VectorIndexOptions {
  readonly database: Database;
  /** What the environment chooses. */
  readonly chosen: Embedder;
  /** An embedder by the name of its rows, if it can still be asked. */
  readonly named: (name: string) => Embedder | null;
  readonly pollMs: number;
  readonly restMs?: number;
  readonly onError: (what: string, error: unknown) => void;
  readonly pace: WriterPriority;
  /** What the text index is complete through. */
  readonly indexed: () => number;
}

/**
 * Keeps vectors behind the text index. When another embedder is chosen, its vectors are made while those of the one before
 * go on answering; once they are complete and it answers questions, it takes over, and the old ones go.
 */
export class VectorIndex {
  private chosen: Embedder;
  private serving: Embedder;
  private readonly rows: EmbedderFollowers;
  private changes: Promise<unknown> = Promise.resolve();
  private rest: NodeJS.Timeout | undefined;
  /** Why the last question was answered by words alone. */
  private unanswered: string | undefined;

  constructor(private readonly parts: VectorIndexOptions) {
    this.chosen = parts.chosen;
    this.serving = parts.chosen;
    this.rows = new EmbedderFollowers({ ...parts, caughtUp: (embedder) => this.caughtUp(embedder) });
  }

  /** The embedder that answers questions now. */
  get embedder(): string {
    return this.serving.name;
  }

  /** What the vectors of the chosen embedder are complete through. */
  get position(): number {
    return this.rows.positionOf(this.chosen.name);
  }

  async start(): Promise<void> {
    const { database, chosen, named, onError } = this.parts;
    const remembered = await loadEmbedderChoice(database, chosen.name);
    if (remembered !== chosen.name) this.chosen = named(remembered) ?? chosen;
    if (this.chosen.name !== remembered)
      onError(`${remembered} was chosen and cannot be had any more; ${chosen.name} stands in for it`, null);
    this.serving = (await this.findPreviousEmbedder()) ?? this.chosen;
    this.followBoth();
    this.tidyUp();
    this.prepare(this.serving);
  }

  /** Chooses another embedder, for good. Resolves when that is kept; it serves once it has caught up. */
  async chooseEmbedder(name: string): Promise<void> {
    const change = this.changes.then(() => this.choose(name));
    this.changes = change.catch(() => undefined);
    return change;
  }

  /** How things stand. */
  async status(): Promise<EmbeddingsReply> {
    const { chosen, serving } = this;
    const trouble = this.rows.lastErrorOf(chosen.name) ?? this.unanswered;
    return {
      serving: serving.name,
      chosen: chosen.name,
      embedded_position: this.position,
      indexed_position: this.parts.indexed(),
      backlog: await countBacklog(this.parts.database, chosen),
      ...(trouble === undefined ? {} : { trouble }),
    };
  }

  nudge(): void {
    this.rows.nudge();
  }

  async stop(): Promise<void> {
    await this.changes;
    await this.rows.stop();
    clearTimeout(this.rest);
  }

  /** The question as a vector, or null when the embedder cannot be had in time; the question is then answered by words. */
  async embedQuery(query: string): Promise<QueryVector | null> {
    const embedder = this.serving;
    try {
      const [vector] = await embedder.embed([query], AbortSignal.timeout(QUERY_LIMIT_MS));
      this.unanswered = undefined;
      return vector ? { embedder: embedder.name, vector } : null;
    } catch (error) {
      this.unanswered = error instanceof Error ? error.message : String(error);
      this.parts.onError(`the question could not be embedded by ${embedder.name}`, error);
      return null;
    }
  }

  private prepare(embedder: Embedder): void {
    const failed = (error: unknown): void =>
      this.parts.onError(`${embedder.name} is not ready for questions yet`, error);
    embedder.prepare?.().catch(failed);
  }

  private async choose(name: string): Promise<void> {
    if (name === this.chosen.name) return;
    const next = this.serving.name === name ? this.serving : this.parts.named(name);
    if (!next) throw new Error(`The embedder ${name} cannot be had.`);
    await saveEmbedderChoice(this.parts.database, name);
    const before = this.chosen;
    this.chosen = next;
    if (before !== this.serving) this.rows.unfollow(before);
    this.followBoth();
    this.tidyUp();
  }

  /** The embedder before the chosen one, while the chosen one still has texts to embed. */
  private async findPreviousEmbedder(): Promise<Embedder | null> {
    const { database, named } = this.parts;
    const cursors = await database.query<{ name: string; position: number }>(
      `select substr(kind, 8) as name, position from index_cursor where kind like 'vector:%' order by position desc`,
    );
    const own = (await readEmbeddedPosition(database, this.chosen)) ?? 0;
    const [other] = cursors.filter(({ name, position }) => name !== this.chosen.name && position > own);
    return other ? named(other.name) : null;
  }

  private followBoth(): void {
    this.rows.follow(this.serving);
    this.rows.follow(this.chosen);
  }

  /** Runs inside a step of the chosen one: whatever fails here is tried again with the next. */
  private async caughtUp(embedder: Embedder): Promise<void> {
    if (embedder !== this.chosen || embedder === this.serving) return;
    await embedder.embed(['a question'], AbortSignal.timeout(QUERY_LIMIT_MS * 5));
    if (embedder !== this.chosen) return;
    const before = this.serving;
    this.serving = embedder;
    this.rows.unfollow(before);
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.tidyUp(), this.parts.restMs ?? REST_MS);
  }

  private tidyUp(): void {
    this.rows.keepOnly([this.serving.name, this.chosen.name]);
  }
}
