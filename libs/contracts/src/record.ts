import type { EnvelopeV1, DraftV1 } from './generated/types';

/** Who did something. Taken from the caller's identity, never from a body (imports by an operator excepted). */
export interface Participant {
  readonly kind: 'user' | 'agent' | 'tool' | 'operator' | 'service';
  readonly id: string;
}

/** One crumb at one version. */
export interface Ref {
  readonly id: string;
  readonly version: number;
}

/** Who may read a crumb: everybody in its workspace, its agents, or the participants named. Operators read all. */
export type Audience = 'all' | 'agents' | readonly string[];

/** The fields that a contract names: printed types also allow any other, and `Omit` would forget the named ones for those. */
type Named<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

/** A crumb as the store gives it, with its payload's type. */
export type Envelope<Context = Record<string, unknown>> = Omit<Named<EnvelopeV1>, 'context' | 'audience'> & {
  audience: Audience;
  context: Context;
};

/** A crumb as a caller asks for it. */
export type Draft<Context = Record<string, unknown>> = Omit<Named<DraftV1>, 'context' | 'audience'> & {
  audience?: Audience;
  context: Context;
};

/** What happened to a crumb; the second token of an event's subject names it too. */
export type EventKind = 'created' | 'updated' | 'erased' | 'expired';

/** A thin event: a wake-up, never the body. `position` is the log's; `recipient` is an agent id, `pool`, or absent. */
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
  /** When the log took it. Absent in events that were published before this was said. */
  readonly at?: string;
}
