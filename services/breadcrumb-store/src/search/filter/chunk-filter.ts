import type { Viewer } from '@crumbtrail/contracts';

/** What a request may read: one workspace, as of a position and a time. */
export interface ReadScope {
  readonly workspace: string;
  /** All of them must be allowed to read. */
  readonly viewers: readonly Viewer[];
  /** Tokens of the readers of the answer that the results are for; null: no answer is made of them. */
  readonly readers: readonly string[] | null;
  /** Position of the log; later versions are invisible. */
  readonly as_of: number;
  /** ISO time by which expiry is decided; null: the database's clock. */
  readonly now: string | null;
}

/** A scope whose time is known. */
export type TimedReadScope = ReadScope & { readonly now: string };

/** Which of the visible chunks are wanted. Empty lists and absent members do not filter. */
export interface ChunkFilter {
  readonly schemas?: readonly string[] | undefined;
  /** The crumb must have all of these tags. */
  readonly tags?: readonly string[] | undefined;
  readonly session?: string | undefined;
  readonly author?: { readonly kind?: string | undefined; readonly id: string } | undefined;
  /** Only of sessions in which this agent took part. */
  readonly tookPart?: { readonly workspace: string; readonly agent: string } | undefined;
  /** ISO time: the crumb occurred at or after it. */
  readonly since?: string | undefined;
  /** Schemas that are excluded. */
  readonly excludeSchemas?: readonly string[] | undefined;
  /** Ids of crumbs that are excluded. */
  readonly excludeIds?: readonly string[] | undefined;
}
