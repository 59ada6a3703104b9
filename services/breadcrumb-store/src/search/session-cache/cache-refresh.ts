import type { SqlReader } from '../../database/database';
import type { Vectorise } from '../embedders/embedder';
import type { CacheScope } from './refresh-statement';
import type { SessionOutline } from './session-outline';
import type { ChunkVectorRow, SessionTexts } from './session-texts';
import type { IndexState, RecentChanges } from './term-count-cache';
import type { ChunkRow } from './text-chunk';

/** Crumbs that have versions which the index has not reached, each with the position of the first of those. */
export type LateVersions = ReadonlyMap<string, number>;

/** Which scopes to refresh, and the question to search them for. */
export interface RefreshRequest {
  readonly workspace: string;
  /** The question; its stems come with their document frequencies. */
  readonly query: string;
  readonly scopes: readonly CacheScope[];
  /** Name of the serving embedder. */
  readonly embedder: string;
  /** Computes vectors in memory; absent: they are read from the database. */
  readonly vectorise?: Vectorise | undefined;
  /**
   * Asks scopes that seldom change only whether they changed. Costs a second query where they did. Default: false.
   */
  readonly watches?: boolean;
  /** Runs the statement, so that it can be batched with others. Default: the cache's database. */
  readonly sql?: SqlReader | undefined;
}

/** Texts and statistics of a workspace, all as of one position of the log. */
export interface CacheSnapshot extends IndexState {
  /** Last position of the log. */
  readonly head: number;
  /** How many chunks the workspace's statistics count. */
  readonly chunks: number;
  /** How many stems those chunks have. */
  readonly totalLength: number;
  /** Each stem of the question with its document frequency, rarest first. */
  readonly stems: readonly (readonly [stem: string, df: number])[];
  /** The texts of each requested scope, in order; null where they are too many to keep in memory. */
  readonly scopes: readonly (SessionTexts | null)[];
  /** The outline of each requested scope whose texts are not in memory; null where there is none. */
  readonly outlines: readonly (SessionOutline | null)[];
  readonly late: LateVersions;
  /** Do vectors in memory carry more than the texts' words? False for the built-in embedder. */
  readonly hasVectors: boolean;
  /** How many queries the refresh took. */
  readonly queries: number;
}

/** What the refresh statement returns for one scope; `changed` and `touched` are absent where the whole scope was loaded. */
export interface ScopeReply {
  /** Did anything change in a scope that was only watched? */
  readonly touched?: boolean;
  readonly size?: number;
  readonly rows?: readonly ChunkRow[] | null;
  readonly changed?: readonly string[] | null;
  readonly vectors?: readonly ChunkVectorRow[] | null;
}

/** The row that the refresh statement returns. */
export interface RefreshRow {
  readonly head: number;
  readonly through: number;
  readonly chunks: number;
  readonly total_length: number;
  readonly stems: [string, number][] | null;
  readonly late: Record<string, number> | null;
  readonly last: number | null;
  readonly recent?: RecentChanges;
  readonly [scope: `scope_${number}`]: ScopeReply;
}
