import { ask } from './ask';
import type { Envelope, Participant, Ref } from '../record';

/** One source of a plan, all defaults filled in. */
export interface SourcePlan {
  readonly name: string;
  readonly type: 'recent' | 'latest' | 'text' | 'vector' | 'hybrid' | 'catalog';
  readonly section: 'tools' | 'knowledge' | 'relevant' | 'recent';
  readonly schemas: readonly string[];
  readonly tags: readonly string[];
  readonly scope: 'session' | 'agent' | 'workspace';
  readonly limit: number;
  readonly floor: number;
  readonly weight: number;
}

export interface RetrieveRequest {
  /** The agent whose eyes these are. With a key in the request's header, the key's participant must be allowed too. */
  readonly viewer: string;
  readonly session?: string;
  readonly as_of: number;
  readonly now: string;
  readonly query: string;
  readonly exclude: readonly Ref[];
  readonly sources: readonly SourcePlan[];
  readonly tokenizer: 'o200k_base' | 'cl100k_base';
}

/** One piece of indexed text that may enter a context. `rank` counts from 1 within its source. */
export interface Candidate extends Ref {
  readonly workspace: string;
  readonly chunk: number;
  readonly chunks: number;
  readonly position: number;
  readonly schema_name: string;
  readonly session?: string;
  readonly author: Participant;
  readonly audience: Envelope['audience'];
  readonly imported: boolean;
  readonly occurred_at: string;
  readonly expires_at?: string;
  /** Rendered through its llm_hints; empty when `hint_error` says why it could not be. */
  readonly text: string;
  readonly hint_error?: string;
  readonly text_hash: string;
  readonly tokens: number;
  /** 64 bits, 16 hex digits. */
  readonly simhash: string;
  readonly rank: number;
  readonly score: number;
  readonly scores: Readonly<Record<string, number>>;
}

export interface RetrieveReply {
  readonly sources: readonly { readonly name: string; readonly candidates: readonly Candidate[] }[];
  readonly index_position: number;
  readonly embedder: string | null;
  /** SQL statements that this request ran. */
  readonly queries: number;
}

export const Retrieve = ask<RetrieveRequest, RetrieveReply>('store', 'retrieve');

export interface SearchRequest {
  readonly query: string;
  readonly mode: 'text' | 'vector' | 'hybrid';
  readonly filter?: {
    readonly session?: string;
    readonly schemas?: readonly string[];
    readonly tags?: readonly string[];
    readonly author?: string;
    readonly since?: string;
  };
  readonly limit?: number;
}

export interface SearchReply {
  readonly results: readonly {
    readonly breadcrumb: Envelope;
    readonly score: number;
    readonly scores: Readonly<Record<string, number>>;
  }[];
}

export const Search = ask<SearchRequest, SearchReply>('store', 'search');
