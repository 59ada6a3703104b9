import { z } from 'zod';
import { BREADCRUMB_STORE } from '../service-names';
import type { Audience, CrumbEvent, Envelope, Participant } from '../record';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { list, position, text, time, version, WORKERS } from './request-fields';

const limit = z.int().min(1).max(10_000);
const cursor = z.string().max(1_024);

/** Crumbs by reference. */
export const readRequest = z.object({
  /** At most 512; an item without a version is read at `as_of`, or at the head. */
  refs: list(z.object({ id: text, version: version.optional() }), 512),
  as_of: position.optional(),
  /** The store answers from a state at or after this position. */
  min_position: position.optional(),
});

/** A crumb as `Read` returns it to a service that reads in its own name. */
export interface ServiceEnvelope extends Envelope {
  /** Those whose answers it may inform, where these are neither everybody (`informs`) nor its audience. */
  readonly informs_readers?: Audience;
}

export interface ReadReply {
  /** In the order of the request; null for a crumb that does not exist or that the caller may not see. */
  readonly crumbs: readonly (ServiceEnvelope | Erased | null)[];
  /** The position through which the reply is complete: `as_of`, else the head. */
  readonly position: number;
  /** The database's clock, as ISO time. */
  readonly now: string;
}

/** True for a tombstone. */
export interface Erased {
  readonly id: string;
  readonly erased: true;
  readonly erased_at: string;
  readonly erased_by: Participant;
  readonly position: number;
}

/** Returns crumbs by reference. */
export const Read = defineOperation({
  name: 'store.read',
  service: BREADCRUMB_STORE,
  callers: WORKERS,
  role: 'reader',
  replica: { asOf: ({ as_of }) => as_of },
  request: readRequest,
  reply: replyOf<ReadReply>(),
});
export type ReadRequest = RequestOf<typeof Read>;

/** Returns every version of a crumb. */
export const History = defineOperation({
  name: 'store.history',
  service: BREADCRUMB_STORE,
  callers: WORKERS,
  role: 'reader',
  replica: {},
  request: z.object({ id: text }),
  reply: replyOf<{ readonly versions: readonly Envelope[] }>(),
});

export interface ListReply {
  readonly crumbs: readonly Envelope[];
  readonly next_cursor?: string;
  /** The position through which the reply is complete. */
  readonly position: number;
  readonly unchanged?: boolean;
}

/**
 * Returns crumbs that match filters, one page at a time. A service that sends it in its own name sees every crumb of the workspace: to read
 * for an agent, use `Search`, which has a viewer.
 */
export const List = defineOperation({
  name: 'store.list',
  service: BREADCRUMB_STORE,
  callers: WORKERS,
  role: 'reader',
  replica: { asOf: ({ as_of }) => as_of, session: ({ session }) => session },
  request: z.object({
    schema: text.optional(),
    tag: text.optional(),
    session: text.optional(),
    author: text.optional(),
    /** Only imported crumbs, or only those that are not. */
    imported: z.boolean().optional(),
    /** ISO time; only crumbs that occurred at or after it. */
    since: time.optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
    as_of: position.optional(),
    min_position: position.optional(),
    /** Newest first unless `asc`; ordered by occurred_at, then position. */
    order: z.enum(['asc', 'desc']).optional(),
    /** Reply `unchanged` when nothing of `schema` was written in (this position, as_of or head]. */
    if_changed_since: position.optional(),
  }),
  reply: replyOf<ListReply>(),
});
export type ListRequest = RequestOf<typeof List>;

export interface EventsReply {
  readonly events: readonly (CrumbEvent & { readonly cursor: string; readonly crumb?: Envelope })[];
  /** All matching events up to this cursor have been returned. */
  readonly complete_through: string;
}

/** Returns the events since a cursor. */
export const Events = defineOperation({
  name: 'store.events',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  request: z.object({
    /** An opaque cursor; absent: from now on. `start`: from the beginning. `@<position>`: after that position. */
    cursor: cursor.optional(),
    limit: limit.optional(),
    schemas: list(text, 64).optional(),
    session: text.optional(),
    /** Only events of the crumbs of this trail, by its id. */
    trail: z.uuid().optional(),
    kinds: list(z.enum(['created', 'updated', 'erased', 'expired'])).optional(),
  }),
  reply: replyOf<EventsReply>(),
});
export type EventsRequest = RequestOf<typeof Events>;
