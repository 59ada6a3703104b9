import type { Sql } from '../database/database';
import type { ChunkRow, Vectorise } from './kept-text';
import type { Scope } from './look-statement';
import type { Pool, VectorRow } from './pool';
import type { Recent, State } from './term-counts';
import type { Late } from './wall';

/** Where one looks, and for what. */
export interface LookRequest {
  readonly workspace: string;
  readonly query: string;
  readonly scopes: readonly Scope[];
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
export interface Look extends State {
  readonly head: number;
  /** Texts that count in the workspace's statistics, and their stems in all. */
  readonly chunks: number;
  readonly totalLength: number;
  /** Each stem of the question with how many texts have it, rarest first. */
  readonly stems: readonly (readonly [stem: string, df: number])[];
  /** One for each scope asked for; null: too large to be held in memory. */
  readonly pools: readonly (Pool | null)[];
  /** Newer versions that the index has not reached yet. */
  readonly late: Late;
  /** Texts in memory have vectors that are more than their words. */
  readonly hasVectors: boolean;
  readonly queries: number;
}

/** What became of one pool; `changed` is absent where all of it was loaded. */
export interface PoolReply {
  /** Something happened to it, that is not told here. */
  readonly touched?: boolean;
  readonly size?: number;
  readonly rows?: readonly ChunkRow[] | null;
  readonly changed?: readonly string[] | null;
  readonly vectors?: readonly VectorRow[] | null;
}

/** The one row of a look. */
export interface LookRow {
  readonly head: number;
  readonly through: number;
  readonly chunks: number;
  readonly total_length: number;
  readonly stems: [string, number][] | null;
  readonly late: Record<string, number> | null;
  readonly last: number | null;
  readonly recent?: Recent;
  readonly [pool: `pool_${number}`]: PoolReply;
}
