import type { Sql } from '../../database/database';
import type { ChunkRow, Vectorise } from './text-chunk';
import type { CacheScope } from './refresh-statement';
import type { SessionTexts, ChunkVectorRow } from './session-texts';
import type { RecentChanges, IndexState } from './term-count-cache';
import type { LateVersions } from '../filter/chunk-filter.memory';

/** Where one looks, and for what. */
export interface RefreshRequest {
  readonly workspace: string;
  readonly query: string;
  readonly scopes: readonly CacheScope[];
  /** The embedder that serves. */
  readonly embedder: string;
  /** How its vectors are worked out, where they are not read. */
  readonly vectorise?: Vectorise | undefined;
  /** What seldom changes is only asked whether it did, for one query more when it has: not where all queries are needed. */
  readonly watches?: boolean;
  /** What is asked, where it is not simply the database: so others may ask along. */
  readonly sql?: Sql | undefined;
}

/** One state of the record. */
export interface CacheSnapshot extends IndexState {
  readonly head: number;
  /** Texts that count in the workspace's statistics, and their stems in all. */
  readonly chunks: number;
  readonly totalLength: number;
  /** Each stem of the question with how many texts have it, rarest first. */
  readonly stems: readonly (readonly [stem: string, df: number])[];
  /** One for each scope asked for; null: too large to be held in memory. */
  readonly pools: readonly (SessionTexts | null)[];
  /** Newer versions that the index has not reached yet. */
  readonly late: LateVersions;
  /** Texts in memory have vectors that are more than their words. */
  readonly hasVectors: boolean;
  readonly queries: number;
}

/** What became of one pool; `changed` is absent where all of it was loaded. */
export interface ScopeReply {
  /** Something happened to it, that is not told here. */
  readonly touched?: boolean;
  readonly size?: number;
  readonly rows?: readonly ChunkRow[] | null;
  readonly changed?: readonly string[] | null;
  readonly vectors?: readonly ChunkVectorRow[] | null;
}

/** The one row of a look. */
export interface RefreshRow {
  readonly head: number;
  readonly through: number;
  readonly chunks: number;
  readonly total_length: number;
  readonly stems: [string, number][] | null;
  readonly late: Record<string, number> | null;
  readonly last: number | null;
  readonly recent?: RecentChanges;
  readonly [pool: `pool_${number}`]: ScopeReply;
}
