import type { EnvelopeV1, DraftV1 } from './generated/types';

/** The author of an action. Taken from the caller's identity, never from a body (except in imports by an operator). */
export interface Participant {
  readonly kind: 'user' | 'agent' | 'tool' | 'operator' | 'service';
  readonly id: string;
}

/** The author of a crumb, with the display name that it was written under. */
export interface CrumbAuthor extends Participant {
  /** In any letters, 1 to 100 characters. Absent: the author has no name besides the id. */
  readonly name?: string;
}

/** One crumb at one version. */
export interface Ref {
  readonly id: string;
  readonly version: number;
}

/**
 * Who may read a crumb: everybody in its workspace, its agents, or participants by kind and id (`user:ann`). Operators may read all. In a
 * draft an id may stand alone (`ann`): the store finds the one participant who has it.
 */
export type Audience = 'all' | 'agents' | readonly string[];

/** Removes fields but keeps the others named: printed types allow any other field, and `Omit` would lose the names. */
type Named<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

/** A crumb as the store returns it, with its payload's type. */
export type Envelope<Context = Record<string, unknown>> = Omit<Named<EnvelopeV1>, 'context' | 'audience' | 'author'> & {
  audience: Audience;
  author: CrumbAuthor;
  context: Context;
};

/** A crumb as a caller submits it. `author` is whole only in imports; otherwise it is the name to write under. */
export type Draft<Context = Record<string, unknown>> = Omit<Named<DraftV1>, 'context' | 'audience' | 'author'> & {
  audience?: Audience;
  author?: CrumbAuthor | Pick<Required<CrumbAuthor>, 'name'>;
  context: Context;
};

/** What happened to a crumb; also the second token of an event's subject. */
export type EventKind = 'created' | 'updated' | 'erased' | 'expired';

/** A notification about a crumb, without its body. `position` is the log's; `recipient` is an agent id, `pool`, or absent. */
export interface CrumbEvent {
  readonly position: number;
  readonly kind: EventKind;
  readonly workspace: string;
  readonly id: string;
  readonly version: number;
  readonly schema_name: string;
  readonly session?: string;
  readonly trail_id: string;
  readonly cause?: Ref;
  readonly hop: number;
  readonly author: Participant;
  readonly recipient?: string;
  readonly imported: boolean;
  readonly content_hash: string;
  readonly traceparent?: string;
  /**
   * Of a user.message.v1: whether its conversation leaves other messages with it (`exclude`), so that nobody asks who keeps none of them. Absent of others,
   * in what the store lists, and in events published before this field existed.
   */
  readonly leaves?: boolean;
  /** When the log stored it. Absent in events published before this field existed. */
  readonly at?: string;
}

/** The message for a field `ttl`, which other systems have. */
export const EXPIRES_AT_SPELLING =
  'is not a field: write expires_at, the date and time when it ends, such as 2026-05-08T09:30:00Z';
