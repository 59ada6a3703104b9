import { z } from 'zod';
import { BREADCRUMB_STORE } from '../service-names';
import type { Participant, Ref } from '../record';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { text, WORKERS } from './request-fields';

export interface TrailNode {
  readonly id: string;
  readonly version: number;
  readonly schema_name: string;
  readonly author: Participant;
  readonly cause?: Ref;
  readonly hop: number;
  readonly position: number;
  readonly created_at: string;
  /** Milliseconds since the trail's root. */
  readonly at_ms: number;
  /** Turns: from opening to closing. Contexts: the build. Steps, responses: the model's latency. Tool responses: the tool's. */
  readonly duration_ms?: number;
  /** Contexts: tokens of the formatted text. Steps, responses: as billed, else as counted; a response's are those of its whole turn. */
  readonly tokens?: number;
  /** Steps, responses: US dollars, where the model's prices are known; a response's are those of its whole turn. */
  readonly cost_usd?: number;
  /** Steps: which of the turn, from 1. */
  readonly step?: number;
  /** Requests, starts and responses of tools: which. */
  readonly tool?: string;
  /** Responses: how the turn ended. */
  readonly action?: string;
  /** Responses, of turns and of tools: the code of what went wrong. */
  readonly error?: string;
  /** What it says is cut: the turn ended before it was whole, or a tool's result was too long. */
  readonly partial?: boolean;
  readonly title?: string;
  /** One line of what it says, hints applied, at most 120 characters. */
  readonly summary?: string;
  readonly erased?: boolean;
}

export interface TrailReply {
  readonly trail_id: string;
  /** In the order of the log, 2,000 at most. */
  readonly nodes: readonly TrailNode[];
  /** With `count` only: crumbs that the reader may not see. */
  readonly hidden?: number;
  /** With `count` only: further crumbs that the reader may see. */
  readonly beyond?: number;
}

/** Gives the causal tree that a crumb stands in. */
export const Trail = defineOperation({
  name: 'store.trail',
  service: BREADCRUMB_STORE,
  callers: WORKERS,
  role: 'reader',
  request: z.object({
    /** Of any crumb of the trail. */
    id: text,
    /** Count too what is not given. */
    count: z.boolean().optional(),
  }),
  reply: replyOf<TrailReply>(),
});
export type TrailRequest = RequestOf<typeof Trail>;

/** Where a crumb's words went: the contexts that hold it and the answers given on them, newest first, as far as the caller may read. */
export interface InfluenceReply {
  readonly contexts: readonly {
    readonly id: string;
    readonly agent: string;
    readonly session?: string;
    readonly created_at: string;
    readonly quoted_version: number;
    readonly response?: { readonly id: string; readonly action: string; readonly created_at: string };
  }[];
  /** How many more there are. */
  readonly beyond: number;
}

/** Gives the contexts that hold a crumb, and what was answered on them. */
export const Influence = defineOperation({
  name: 'store.influence',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  request: z.object({ id: text, limit: z.int().min(1).max(500).optional() }),
  reply: replyOf<InfluenceReply>(),
});
