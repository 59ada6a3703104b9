import { defineOperation } from './define-operation';
import type { QueryTerms } from './retrieval';
import type { Ref } from '../record';
import type { AgentContextV1, AgentDefV1, ContextConfigV1 } from '../generated/types';

export interface PreviewRequest {
  readonly agent: string;
  readonly session?: string;
  readonly content?: string;
  readonly trigger_id?: string;
  readonly budget?: { readonly max_tokens: number };
  readonly config?: Omit<ContextConfigV1, 'consumer'>;
  readonly as_of?: number;
}

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
  /** Characters that were kept of a text too long. */
  readonly cut?: number;
  /** One of the last exchanges, which stand whatever they say. */
  readonly pinned?: true;
  /** The first 7 hex digits of its text's sha256; of kept items only. */
  readonly digest?: string;
  readonly tokens: number;
  readonly rank: number;
  readonly score: number;
  readonly scores: Readonly<Record<string, number>>;
}

/** What became of a candidate. */
export type Decision =
  | 'kept'
  | 'duplicate_of'
  | 'low_information'
  | 'over_budget'
  | 'below_floor'
  | 'expired'
  | 'superseded'
  | 'hint_failed';

export interface PreviewReply {
  readonly formatted_context: string;
  readonly tokens: AgentContextV1['tokens'];
  readonly budget: AgentContextV1['budget'];
  readonly tokenizer: string;
  readonly position: number;
  readonly config_hash: string;
  readonly items: readonly AccountItem[];
  readonly beyond: number;
  /** Of the format `messages` only: the formatted context read as what it is. */
  readonly messages?: readonly ChatMessage[];
  readonly query?: QueryTerms;
  readonly queries: number;
  /** How long the build took inside the context-builder; of that, waiting for retrieval; of that, inside the store. */
  readonly milliseconds?: { readonly total: number; readonly retrieve: number; readonly store?: number };
}

export const Preview = defineOperation<PreviewRequest, PreviewReply>('context-builder', 'preview');

/** An agent's definition as its consumers see it. */
export type Definition = AgentDefV1;
