import { z } from 'zod';
import { BREADCRUMB_STORE } from '../service-names';
import type { CrumbAuthor, Envelope, Ref } from '../record';
import type { ApprovalStatus } from './approvals';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { text, WORKERS } from './request-fields';

/** A breadcrumb that a reply rests on. */
export interface CitedSource extends Ref {
  readonly chunk?: number;
  /** Number of sentences of the reply that rest on it. */
  readonly sentences: number;
  /** How much it says of the sentence that it says most of, 0 to 1. */
  readonly share: number;
  /** Author and start of its text; absent once it was erased. */
  readonly author?: CrumbAuthor;
  readonly text?: string;
}

export interface TrailNode {
  readonly id: string;
  readonly version: number;
  readonly schema_name: string;
  readonly author: CrumbAuthor;
  /** Who may read it; absent: everybody in the workspace. */
  readonly audience?: Envelope['audience'];
  readonly cause?: Ref;
  readonly hop: number;
  readonly position: number;
  readonly created_at: string;
  /** Milliseconds since the trail's root. */
  readonly at_ms: number;
  /**
   * Milliseconds. Turns: from opening to closing. Contexts: the build. Steps, responses: the model's latency. Tool responses: the tool's.
   */
  readonly duration_ms?: number;
  /** Tokens. Contexts: of the formatted text. Steps, responses: as billed, else as counted; a response's are those of its whole turn. */
  readonly tokens?: number;
  /** Of the tokens of a step or response, those of the prompt that the provider had cached, where it says so. */
  readonly cached_tokens?: number;
  /** US dollars of steps and responses, when the model's prices are known; a response's are those of its whole turn. */
  readonly cost_usd?: number;
  /** Only on turns and contexts: the agent that is woken. */
  readonly agent?: string;
  /** Only on contexts: tokens that it may have at most. */
  readonly budget?: number;
  /** Only on contexts: number of texts that it shows, and of those that were considered and left out. */
  readonly kept?: number;
  readonly left_out?: number;
  /** Only on steps: number of the step within its turn, from 1. */
  readonly step?: number;
  /** Only on steps: number of tool calls that the model requested. */
  readonly calls?: number;
  /** Only on requests, starts and responses of tools: the tool's name. */
  readonly tool?: string;
  /** Only on requests that another tool made, such as a step of a workflow: its name there. */
  readonly part?: string;
  /** Only with `part`: the parts that had to end before it. */
  readonly after?: readonly string[];
  /** Only on responses: how the turn ended. */
  readonly action?: string;
  /** Only on tool requests that wait, or waited, for a person. `duration_ms` of the decision is how long. */
  readonly approval?: ApprovalStatus;
  /** Only on responses, of turns and of tools: the error code. */
  readonly error?: string;
  /** The content is truncated: the turn ended before it was complete, or a tool's result was too long. */
  readonly partial?: boolean;
  readonly title?: string;
  /** One line of its content, hints applied, at most 120 characters. */
  readonly summary?: string;
  readonly erased?: boolean;
  /** Only on responses, added by the gateway: what the reply rests on, most sentences first. Absent: nothing, or nothing that the caller may know. */
  readonly rests_on?: readonly CitedSource[];
}

export interface TrailReply {
  readonly trail_id: string;
  /** In log order, at most 2,000. */
  readonly nodes: readonly TrailNode[];
  /** Only with `count`: number of crumbs that the reader may not see. */
  readonly hidden?: number;
  /** Only with `count`: number of further crumbs that the reader may see. */
  readonly beyond?: number;
}

/** Returns the causal tree that a crumb belongs to. */
export const Trail = defineOperation({
  name: 'store.trail',
  service: BREADCRUMB_STORE,
  callers: WORKERS,
  role: 'reader',
  replica: { turns: true },
  request: z.object({
    /** The id of any crumb of the trail. */
    id: text,
    /** Also count the crumbs that are not returned. */
    count: z.boolean().optional(),
  }),
  reply: replyOf<TrailReply>(),
});
export type TrailRequest = RequestOf<typeof Trail>;

/** The contexts that contain a crumb and the answers given on them, newest first, as far as the caller may read. */
export interface InfluenceReply {
  readonly contexts: readonly {
    readonly id: string;
    readonly agent: string;
    readonly session?: string;
    readonly created_at: string;
    readonly quoted_version: number;
    readonly response?: { readonly id: string; readonly action: string; readonly created_at: string };
  }[];
  /** Number of further contexts. */
  readonly beyond: number;
}

/** Returns the contexts that contain a crumb, and the answers on them. */
export const Influence = defineOperation({
  name: 'store.influence',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  replica: {},
  request: z.object({ id: text, limit: z.int().min(1).max(500).optional() }),
  reply: replyOf<InfluenceReply>(),
});
