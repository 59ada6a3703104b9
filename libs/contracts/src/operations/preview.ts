import { z } from 'zod';
import { CONTEXT_BUILDER } from '../service-names';
import type { Ref } from '../record';
import type { AgentContextV1, ContextConfigV1 } from '../generated/types';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { jsonSchema } from './zod-json-schema';
import { position, text } from './request-fields';
import type { QueryTerms } from './retrieval';

/** One message of a chat, for the format `messages`. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface AccountItem extends Ref {
  readonly chunk?: number;
  readonly source: string;
  readonly section: string;
  readonly decision: Decision;
  readonly reason?: string;
  /** Number of characters kept of a text that was too long. */
  readonly cut?: number;
  /** The characters of its whole text that an excerpt shows, each from a position up to another, exclusive. Absent: all. */
  readonly ranges?: readonly (readonly [from: number, to: number])[];
  /**
   * Number of characters that are added to say what the shown part is inside of: the heading row of its table, the fences and first line of its code
   * block, its JSON path. Absent: none.
   */
  readonly lead?: number;
  /** True for the last exchanges, which are always kept. */
  readonly pinned?: true;
  /** The first 7 hex digits of the SHA-256 of its text; only for kept items. */
  readonly digest?: string;
  readonly tokens: number;
  readonly rank: number;
  readonly score: number;
  readonly scores: Readonly<Record<string, number>>;
}

/** The decision about a candidate. */
export type Decision =
  | 'kept'
  | 'duplicate_of'
  | 'low_information'
  | 'over_budget'
  | 'below_floor'
  | 'expired'
  | 'scope_ended'
  | 'superseded'
  | 'hint_failed';

export interface PreviewReply {
  readonly formatted_context: string;
  readonly tokens: AgentContextV1['tokens'];
  readonly budget: AgentContextV1['budget'];
  readonly tokenizer: string;
  readonly position: number;
  /** Position through which the search index was complete; below `position` after a large import. */
  readonly index_position: number;
  readonly config_hash: string;
  readonly items: readonly AccountItem[];
  readonly beyond: number;
  /** Texts of the session that the agent and the client may read, but not all readers of the answer. Absent: none. */
  readonly hidden_from_readers?: number;
  /** Who may read the answer of a confidant, where the kept texts make it fewer than the message says. */
  readonly readers?: readonly string[];
  /** Sources that did not answer within their time. Absent: none. */
  readonly late?: readonly { readonly source: string; readonly timeout_ms: number }[];
  /** Only for the format `messages`: the formatted context as chat messages. */
  readonly messages?: readonly ChatMessage[];
  readonly query?: QueryTerms;
  readonly queries: number;
  /** Milliseconds of the build inside the context-builder; of those, waiting for retrieval; of those, inside the store. */
  readonly milliseconds?: { readonly total: number; readonly retrieve: number; readonly store?: number };
}

/** The smallest budget of a context, in tokens: less does not hold a message with its heading. */
export const SMALLEST_BUDGET = 64;
/** The largest budget of a context, in tokens: the largest windows of models hold a million. */
export const LARGEST_BUDGET = 1_000_000;

/** Settings that override the configured ones for this build. */
export const buildOverrides = z.object({
  budget: z.object({ max_tokens: z.number() }).optional(),
  // Validated against the schema of context.config.v1 when the plan is made.
  config: jsonSchema<Omit<ContextConfigV1, 'consumer'>>().optional(),
});

/** Returns the context that an agent would get for a message. Writes nothing. */
export const Preview = defineOperation({
  name: 'context-builder.preview',
  service: CONTEXT_BUILDER,
  callers: [],
  role: 'reader',
  request: buildOverrides.extend({
    agent: text,
    session: text.optional(),
    content: z.string().optional(),
    trigger_id: text.optional(),
    as_of: position.optional(),
  }),
  reply: replyOf<PreviewReply>(),
});
export type PreviewRequest = RequestOf<typeof Preview>;
