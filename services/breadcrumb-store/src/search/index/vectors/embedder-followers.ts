import type { Database } from '../../../database/database';
import type { Embedder } from '../../embedders/embedder';
import { LogFollower, type LogFollowerOptions } from '../follower/log-follower';
import { deleteUnusedVectors } from './delete-unused-vectors';
import { ensureVectorIndex } from './hnsw-index';
import type { WriterPriority } from '../follower/writer-priority';
import { embedNextTexts } from './embed-texts';

/** How long vectors wait for busy writers; longer than texts do, since people wait for those. */
const LET_PASS_MS = 2_000;
/** How often unused vectors are looked for, besides after each change. */
const LOOK_EVERY_MS = 3_600_000;

/** What {@link EmbedderFollowers} work with. */
export interface EmbedderFollowersOptions {
  readonly database: Database;
  readonly pollMs: number;
  readonly pace: WriterPriority;
  readonly onError: (what: string, error: unknown) => void;
  /** Throws while the index may not grow, because the disk is full. Default: it may. */
  readonly requireRoom?: () => void;
  /** Position through which the text index is complete. */
  readonly indexed: () => number;
  /** Called in a step that found nothing more to do. */
  readonly caughtUp: (embedder: Embedder) => Promise<void>;
}

interface FollowedEmbedder {
  readonly embedder: Embedder;
  readonly follower: LogFollower;
  isIndexed: boolean;
  /** Why the last step failed. */
  trouble?: string;
}

const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Keeps the vectors of the followed embedders complete, and deletes those of the others. */
export class EmbedderFollowers {
  private readonly followed = new Map<string, FollowedEmbedder>();
  private readonly leaving = new Set<Promise<void>>();
  private kept: readonly string[] = [];
  private tidying: LogFollower | null = null;

  constructor(private readonly parts: EmbedderFollowersOptions) {}

  positionOf(name: string): number {
    return this.followed.get(name)?.follower.position ?? 0;
  }

  /** Why the embedder makes no progress; undefined where it does. */
  lastErrorOf(name: string): string | undefined {
    return this.followed.get(name)?.trouble;
  }

  follow(embedder: Embedder): void {
    if (this.followed.has(embedder.name)) return;
    const one: FollowedEmbedder = { embedder, follower: new LogFollower(this.following(embedder)), isIndexed: false };
    this.followed.set(embedder.name, one);
    one.follower.start();
  }

  /**
   * Stops following an embedder; its vectors stay until {@link keepOnly} excludes it. What a running step still writes is deleted
   * later.
   */
  unfollow(embedder: Embedder): void {
    const one = this.followed.get(embedder.name);
    this.followed.delete(embedder.name);
    embedder.close?.();
    const left = (one?.follower.stop() ?? Promise.resolve()).then(() => {
      this.leaving.delete(left);
      embedder.close?.();
      this.tidying?.nudge();
    });
    this.leaving.add(left);
  }

  /** Deletes the vectors of all other embedders, step by step. */
  keepOnly(names: readonly string[]): void {
    this.kept = names;
    this.tidying ??= this.startTidying();
    this.tidying.nudge();
  }

  nudge(): void {
    for (const { follower } of this.followed.values()) follower.nudge();
  }

  async stop(): Promise<void> {
    for (const { embedder } of [...this.followed.values()]) this.unfollow(embedder);
    await this.tidying?.stop();
    await Promise.all(this.leaving);
  }

  private following(embedder: Embedder): LogFollowerOptions {
    const { database, pollMs, onError, pace } = this.parts;
    const one = (): FollowedEmbedder | undefined => {
      const now = this.followed.get(embedder.name);
      return now?.embedder === embedder ? now : undefined;
    };
    return {
      name: `vector:${embedder.name}`,
      pollMs,
      onError: (error, retryMs) => {
        const mine = one();
        if (!mine) return;
        mine.trouble = describeError(error);
        onError(`vectors of ${embedder.name} are retried in ${retryMs} ms`, error);
      },
      before: () =>
        pace.waitForWriters({
          position: () => this.positionOf(embedder.name),
          isAwaited: () => one()?.follower.isAwaited ?? true,
          mostMs: LET_PASS_MS,
        }),
      step: async () => {
        this.parts.requireRoom?.();
        const step = await embedNextTexts(database, embedder);
        const mine = one();
        if (!mine) return step;
        if (step.position >= this.parts.indexed()) await this.complete(mine);
        mine.trouble = undefined;
        return step;
      },
    };
  }

  private async complete(one: FollowedEmbedder): Promise<void> {
    if (!one.isIndexed) one.isIndexed = await ensureVectorIndex(this.parts.database, one.embedder.name);
    await this.parts.caughtUp(one.embedder);
  }

  private startTidying(): LogFollower {
    const { database, onError } = this.parts;
    const tidying = new LogFollower({
      name: 'embedders before',
      pollMs: LOOK_EVERY_MS,
      onError: (error, retryMs) => onError(`deleting unused vectors is retried in ${retryMs} ms`, error),
      step: async () => {
        const { kept } = this;
        const more = await deleteUnusedVectors(database, kept);
        this.indexAgain(kept);
        return { position: 0, more };
      },
    });
    tidying.start();
    return tidying;
  }

  /** A step of deletion may have dropped the index of an embedder that was chosen while it ran: lets it be created again. */
  private indexAgain(kept: readonly string[]): void {
    for (const one of this.followed.values()) {
      if (!one.isIndexed || kept.includes(one.embedder.name)) continue;
      one.isIndexed = false;
      one.follower.nudge();
    }
  }
}
