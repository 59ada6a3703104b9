import { type EmbedReply, type EmbeddingsReply, refuse } from '@crumbtrail/contracts';
import type { EmbedderTrial } from '@crumbtrail/contracts/operations/stack';
import type { Database } from '../../../database/database';
import { embedQuestion } from '../../embedders/embed-question';
import { EmbeddingRefused, type Embedder, type Vectorise } from '../../embedders/embedder';
import { wordsEmbedder } from '../../embedders/words-embedder';
import type { EmbedderChoice } from './embedder-choice';
import { EmbedderFollowers } from './embedder-followers';
import type { WriterPriority } from '../follower/writer-priority';
import type { QueryVector } from '../../embedders/query-vector';
import { readIndexedPosition } from '../text/index-events';
import { countBacklog, countVectors, listEmbeddedPositions, readEmbeddedPosition } from './embed-texts';
import { tryEmbedder } from './try-embedder';

const QUERY_LIMIT_MS = 2_000;
/** How long requests that started with the previous embedder may still read its rows, in milliseconds. */
const REST_MS = 10_000;

/** What a {@link VectorIndex} works with. */
export interface VectorIndexOptions {
  readonly database: Database;
  readonly choice: EmbedderChoice;
  /** The embedder that the environment chooses. */
  readonly chosen: Embedder;
  /** Creates an embedder by its full name; null where that is not available. */
  readonly named: (name: string) => Embedder | null;
  readonly pollMs: number;
  readonly restMs?: number;
  readonly onError: (what: string, error: unknown) => void;
  readonly pace: WriterPriority;
  /** Throws while the index may not grow, because the disk is full. Default: it may. */
  readonly requireRoom?: () => void;
  /** Position through which the text index is complete. */
  readonly indexed: () => number;
}

/**
 * Keeps the vectors complete, behind the text index. When another embedder is chosen, its vectors are computed while the previous
 * one still serves; once they are complete and it answers, it takes over, and the old vectors are deleted. An embedder that computes
 * vectors in memory needs none here, and serves at once.
 */
export class VectorIndex {
  private chosen: Embedder;
  private serving: Embedder;
  private readonly rows: EmbedderFollowers;
  private changes: Promise<unknown> = Promise.resolve();
  private rest: NodeJS.Timeout | undefined;
  /** Why the last question had no vector. */
  private unanswered: string | undefined;

  constructor(private readonly parts: VectorIndexOptions) {
    this.chosen = parts.chosen;
    this.serving = parts.chosen;
    this.rows = new EmbedderFollowers({ ...parts, caughtUp: (embedder) => this.caughtUp(embedder) });
  }

  /** Name of the serving embedder. */
  get embedder(): string {
    return this.serving.name;
  }

  /** Computes the serving embedder's vectors in memory; undefined: they are in the database. */
  get vectorise(): Vectorise | undefined {
    return this.serving.vectorise;
  }

  /** Position through which the vectors of the chosen embedder are complete. */
  get position(): number {
    return this.chosen.vectorise ? this.parts.indexed() : this.rows.positionOf(this.chosen.name);
  }

  async start(): Promise<void> {
    const { choice, chosen, named, onError } = this.parts;
    const remembered = await choice.load(chosen.name);
    if (remembered !== chosen.name) this.chosen = named(remembered) ?? chosen;
    if (this.chosen.name !== remembered)
      onError(`the chosen embedder ${remembered} is no longer available; ${chosen.name} replaces it`, null);
    this.serving = (await this.findPreviousEmbedder()) ?? this.chosen;
    this.followBoth();
    this.tidyUp();
    this.prepare(this.serving);
  }

  /** Chooses another embedder, also for later starts. Resolves when the choice is saved; it serves once its vectors are complete. */
  async chooseEmbedder(name: string): Promise<void> {
    const change = this.changes.then(() => this.choose(name));
    this.changes = change.catch(() => undefined);
    return change;
  }

  /** The status of both embedders. */
  async status(): Promise<EmbeddingsReply> {
    const { chosen, serving } = this;
    const trouble = this.rows.lastErrorOf(chosen.name) ?? this.unanswered;
    return {
      serving: serving.name,
      chosen: chosen.name,
      embedded_position: this.position,
      indexed_position: this.parts.indexed(),
      ...(chosen.vectorise
        ? { backlog: 0 }
        : {
            backlog: await countBacklog(this.parts.database, chosen),
            embedded: await countVectors(this.parts.database, chosen),
          }),
      configured: this.parts.chosen.name,
      ...(trouble === undefined ? {} : { trouble }),
    };
  }

  /** Embeds two texts with an embedder, also one that does not serve. Rejects for a name that is not available. */
  async tryEmbedder(name: string, texts: readonly [string, string]): Promise<EmbedderTrial> {
    const known = [this.serving, this.chosen].find((one) => one.name === name);
    const embedder = known ?? this.parts.named(name);
    if (!embedder) throw refuse('not_found', `The embedder ${name} is not available.`);
    try {
      return await tryEmbedder(embedder, texts, this.parts.database);
    } finally {
      if (!known) embedder.close?.();
    }
  }

  nudge(): void {
    this.rows.nudge();
  }

  async stop(): Promise<void> {
    await this.changes;
    await this.rows.stop();
    clearTimeout(this.rest);
  }

  /** The question as a vector; null where the embedder does not answer in time: then only words are searched. */
  async embedQuery(query: string): Promise<QueryVector | null> {
    const embedder = this.serving;
    try {
      const vector = await embedQuestion(embedder, query);
      this.unanswered = undefined;
      return vector;
    } catch (error) {
      this.unanswered = error instanceof Error ? error.message : String(error);
      this.parts.onError(`the question could not be embedded by ${embedder.name}`, error);
      return null;
    }
  }

  /** Vectors of texts by the serving embedder. Refuses texts that it cannot embed, and rejects with `unavailable` while it does not answer. */
  async embedTexts(texts: readonly string[]): Promise<EmbedReply> {
    const embedder = this.serving;
    const { name, batch } = embedder;
    try {
      const vectors: (readonly number[])[] = [];
      for (let at = 0; at < texts.length; at += batch)
        vectors.push(...(await embedder.embed(texts.slice(at, at + batch), AbortSignal.timeout(QUERY_LIMIT_MS))));
      return { embedder: name, vectors };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (error instanceof EmbeddingRefused)
        throw refuse('invalid_payload', `The embedder ${name} refuses a text: ${why}`);
      this.parts.onError(`the texts of a client could not be embedded by ${name}`, error);
      throw refuse('unavailable', `The embedder ${name} does not answer; send the request again.`);
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
    if (!next) throw new Error(`The embedder ${name} is not available.`);
    await this.parts.choice.save(name);
    const before = this.chosen;
    this.chosen = next;
    if (before !== this.serving) this.rows.unfollow(before);
    if (next.vectorise && next !== this.serving) return this.takeOver(next);
    this.followBoth();
    this.tidyUp();
  }

  /** While the vectors of the chosen embedder are not complete: one that has more of them, or else the built-in one, which needs none. */
  private async findPreviousEmbedder(): Promise<Embedder | null> {
    const { database, named } = this.parts;
    if (this.chosen.vectorise) return null;
    const cursors = await listEmbeddedPositions(database);
    const own = (await readEmbeddedPosition(database, this.chosen)) ?? 0;
    const [other] = cursors.filter(({ name, position }) => name !== this.chosen.name && position > own);
    if (other) return named(other.name);
    return own < (await readIndexedPosition(database)) ? named(wordsEmbedder.name) : null;
  }

  private listStored(): Embedder[] {
    return [this.serving, this.chosen].filter(({ vectorise }) => vectorise === undefined);
  }

  private followBoth(): void {
    for (const one of this.listStored()) this.rows.follow(one);
  }

  /** Called in a step of a follower: a failure here is retried with the next step. */
  private async caughtUp(embedder: Embedder): Promise<void> {
    if (embedder !== this.chosen || embedder === this.serving) return;
    await embedder.embed(['a question'], AbortSignal.timeout(QUERY_LIMIT_MS * 5));
    if (embedder === this.chosen) this.takeOver(embedder);
  }

  private takeOver(embedder: Embedder): void {
    const before = this.serving;
    this.serving = embedder;
    this.rows.unfollow(before);
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.tidyUp(), this.parts.restMs ?? REST_MS);
  }

  private tidyUp(): void {
    this.rows.keepOnly(this.listStored().map(({ name }) => name));
  }
}
