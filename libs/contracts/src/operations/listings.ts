import { z } from 'zod';
import type { AgentResponseV1, SessionV1 } from '../generated/types';
import { BREADCRUMB_STORE } from '../service-names';
import type { CrumbAuthor, Envelope } from '../record';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { TURN_STATES, type TurnView } from './turns';
import { position, text, time } from './request-fields';

/**
 * How the turns of a trail ended, as far as the caller may read: `open` while one is queued or open; else `failed` if one failed, `stopped` if
 * one was stopped, `answered` if one answered, `waited` if its agents decided to say nothing; `none` without turns.
 */
export const TRAIL_OUTCOMES = ['open', 'failed', 'stopped', 'answered', 'waited', 'none'] as const;
export type TrailOutcome = (typeof TRAIL_OUTCOMES)[number];

/** What a list does with archived sessions. */
export const ARCHIVED_FILTERS = ['hide', 'only'] as const;

/**
 * What people said of a trail's answers: `bad` or `good`, where the latest score of somebody is below or above 0; `note`, where somebody wrote a
 * note.
 */
export const FEEDBACK_FILTERS = ['bad', 'good', 'note'] as const;
export type FeedbackFilter = (typeof FEEDBACK_FILTERS)[number];

/** A crumb in one line. */
export interface CrumbLine {
  readonly id: string;
  readonly trail_id: string;
  readonly schema_name: string;
  readonly author: CrumbAuthor;
  readonly audience: Envelope['audience'];
  readonly occurred_at: string;
  /** At most 120 characters, hints applied; absent if it has no text. */
  readonly text?: string;
}

/** A session in a list. It holds and counts only what the caller may read. */
export interface SessionEntry {
  readonly name: string;
  /** Title and members from its `session.v1`. */
  readonly title?: string;
  readonly members?: SessionV1['members'];
  /** Its `session.v1` says so. */
  readonly archived?: true;
  /** Number of messages of people and answers of agents. */
  readonly messages: number;
  /** Its latest message, answer or note; where there is none, its latest crumb. */
  readonly last: CrumbLine;
  /** Of the trail of `last`. */
  readonly outcome: TrailOutcome;
  /** Only with `usage`: as billed, else as counted, of all its answers. */
  readonly tokens?: number;
  /** Only with `usage`: US dollars of all its answers, where the model's prices are known. */
  readonly cost_usd?: number;
}

/** A trail in a list. It holds and counts only what the caller may read. */
export interface TrailEntry {
  readonly trail_id: string;
  readonly session?: string;
  /** Its first crumb. */
  readonly first: CrumbLine;
  /** Number of crumbs. */
  readonly crumbs: number;
  /** Agents that were woken in it, by id. */
  readonly agents: readonly string[];
  readonly outcome: TrailOutcome;
  /** Milliseconds from its first crumb to its last; feedback, which may come days later, does not count. */
  readonly duration_ms: number;
  /** As billed, else as counted, of all its answers. */
  readonly tokens?: number;
  /** US dollars of all its answers, where the model's prices are known. */
  readonly cost_usd?: number;
}

const page = {
  /** Somebody who wrote in it, by id or by kind and id. */
  participant: text.optional(),
  /** An agent that was woken in it. */
  agent: text.optional(),
  outcome: z.enum(TRAIL_OUTCOMES).optional(),
  /** ISO times. */
  since: time.optional(),
  until: time.optional(),
  limit: z.int().min(1).max(500).optional(),
  cursor: z.string().max(1_024).optional(),
  min_position: position.optional(),
};

export interface SessionsReply {
  readonly sessions: readonly SessionEntry[];
  readonly next_cursor?: string;
  readonly position: number;
}

/**
 * Lists the sessions in which the caller may read a crumb, that with the latest message, answer or note first. `since` and `until` are about that crumb. Messages and usage are sums that
 * the store keeps: what expires counts until its expiry is announced.
 */
export const ListSessions = defineOperation({
  name: 'store.list-sessions',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  replica: { turns: true },
  request: z.object({
    ...page,
    /** A part of the name or the title, in any case. */
    text: text.optional(),
    /** Without archived sessions, or these alone; absent: all. */
    archived: z.enum(ARCHIVED_FILTERS).optional(),
    /** With tokens and cost. Default false. */
    usage: z.boolean().optional(),
  }),
  reply: replyOf<SessionsReply>(),
});
export type ListSessionsRequest = RequestOf<typeof ListSessions>;

export interface TrailsReply {
  readonly trails: readonly TrailEntry[];
  readonly next_cursor?: string;
  readonly position: number;
}

/** Lists the trails of which the caller may read a crumb, latest root first. `since` and `until` are about the root. */
export const ListTrails = defineOperation({
  name: 'store.list-trails',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  replica: { turns: true },
  request: z.object({
    ...page,
    session: text.optional(),
    /** Only trails with a crumb of this schema. */
    schema: text.optional(),
    /** Only trails in which a crumb that the caller may read woke an agent. Default false. */
    woken: z.boolean().optional(),
    /** Only trails with such feedback that the caller may read. */
    feedback: z.enum(FEEDBACK_FILTERS).optional(),
  }),
  reply: replyOf<TrailsReply>(),
});
export type ListTrailsRequest = RequestOf<typeof ListTrails>;

/** A turn in a list. */
export interface TurnEntry extends TurnView {
  readonly session?: string;
  readonly trail_id: string;
  readonly requested_at: string;
  readonly closed_at?: string;
  /** Milliseconds from its request to its end, without the time that it waited for people. */
  readonly duration_ms?: number;
  /** How it ended. */
  readonly action?: AgentResponseV1['action'];
  /** As billed, else as counted. */
  readonly tokens?: number;
  /** US dollars, where the model's prices are known. */
  readonly cost_usd?: number;
}

/** How a turn can end. */
export const TURN_ACTIONS = [
  'speak',
  'wait',
  'error',
  'stopped',
] as const satisfies readonly AgentResponseV1['action'][];

export interface TurnsReply {
  readonly turns: readonly TurnEntry[];
  /** How many match, on all pages; only where the request asks. */
  readonly total?: number;
  readonly next_cursor?: string;
  readonly position: number;
}

/**
 * Lists the turns on crumbs that the caller may read, latest request first; a closed turn only if the caller may read its response. `since` and
 * `until` are about the request.
 */
export const ListRecentTurns = defineOperation({
  name: 'store.list-turns',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  replica: { turns: true },
  request: z.object({
    /** Only this one. */
    id: z.guid().optional(),
    agent: text.optional(),
    session: text.optional(),
    state: z.enum(TURN_STATES).optional(),
    /** Only those that ended in one of these ways. */
    actions: z.array(z.enum(TURN_ACTIONS)).min(1).optional(),
    since: time.optional(),
    until: time.optional(),
    /** Only those that ended, or if they have not ended were requested, at or after this time. */
    changed_since: time.optional(),
    /** Counts all that match, on whichever page. @default false */
    total: z.boolean().optional(),
    limit: page.limit,
    cursor: page.cursor,
    min_position: page.min_position,
  }),
  reply: replyOf<TurnsReply>(),
});
export type ListRecentTurnsRequest = RequestOf<typeof ListRecentTurns>;
