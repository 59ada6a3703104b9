import type { EnvelopeV1, DraftV1 } from './generated/types';

/** The author of an action. Taken from the caller's identity, never from a body (except in imports by an operator). */
export interface Participant {
  readonly kind: 'user' | 'agent' | 'tool' | 'operator' | 'service';
  readonly id: string;
}

/** One crumb at one version. */
export interface Ref {
  readonly id: string;
  readonly version: number;
}

/** Who may read a crumb: everybody in its workspace, its agents, or the named participants. Operators may read all. */
export type Audience = 'all' | 'agents' | readonly string[];

/** Removes fields but keeps the others named: printed types allow any other field, and `Omit` would lose the names. */
type Named<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

/** A crumb as the store returns it, with its payload's type. */
export type Envelope<Context = Record<string, unknown>> = Omit<Named<EnvelopeV1>, 'context' | 'audience'> & {
  audience: Audience;
  context: Context;
};

/** A crumb as a caller submits it. */
export type Draft<Context = Record<string, unknown>> = Omit<Named<DraftV1>, 'context' | 'audience'> & {
  audience?: Audience;
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
  /** When the log stored it. Absent in events published before this field existed. */
  readonly at?: string;
}
