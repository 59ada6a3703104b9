import { defineOperation } from './define-operation';
import type { Envelope, Participant, CrumbEvent, EventKind } from '../record';

export interface ReadRequest {
  /** Up to 512; an item without a version is read at `as_of`, or at the head. */
  readonly refs: readonly { readonly id: string; readonly version?: number }[];
  readonly as_of?: number;
  /** The store answers from a state at or after this position. */
  readonly min_position?: number;
  readonly blobs?: boolean;
}

export interface ReadReply {
  /** In the order asked; null where there is none that the caller may see. */
  readonly crumbs: readonly (Envelope | Erased | null)[];
  /** By crumb id, for `blobs: true`; an erased blob is absent. */
  readonly blobs?: Readonly<Record<string, string>>;
  /** The position that the answer is complete through: `as_of`, else the head. */
  readonly position: number;
  /** The database's clock, ISO time. */
  readonly now: string;
}

/** A tombstone. */
export interface Erased {
  readonly id: string;
  readonly erased: true;
  readonly erased_at: string;
  readonly erased_by: Participant;
  readonly position: number;
}

export const Read = defineOperation<ReadRequest, ReadReply>('store', 'read');

export const History = defineOperation<{ readonly id: string }, { readonly versions: readonly Envelope[] }>(
  'store',
  'history',
);

export interface ListRequest {
  readonly schema?: string;
  readonly tag?: string;
  readonly session?: string;
  readonly author?: string;
  /** ISO time: occurred at or after it. */
  readonly since?: string;
  readonly limit?: number;
  readonly cursor?: string;
  readonly as_of?: number;
  readonly min_position?: number;
  /** Newest first unless `asc`, by occurred_at, then position. */
  readonly order?: 'asc' | 'desc';
  /** Answer `unchanged` when nothing of `schema` was written in (this position, as_of or head]. */
  readonly if_changed_since?: number;
}

export interface ListReply {
  readonly crumbs: readonly Envelope[];
  readonly next_cursor?: string;
  /** The position that the answer is complete through. */
  readonly position: number;
  readonly unchanged?: boolean;
}

export const List = defineOperation<ListRequest, ListReply>('store', 'list');

export interface EventsRequest {
  /** Opaque; absent: from now on. `start`: from the beginning. `@<position>`: after that position. */
  readonly cursor?: string;
  readonly limit?: number;
  readonly schemas?: readonly string[];
  readonly session?: string;
  readonly kinds?: readonly EventKind[];
}

export interface EventsReply {
  readonly events: readonly (CrumbEvent & { readonly cursor: string; readonly crumb?: Envelope })[];
  /** Everything that matches up to here has been given. */
  readonly complete_through: string;
}

export const Events = defineOperation<EventsRequest, EventsReply>('store', 'events');
