import { defineOperation } from './define-operation';
import type { Draft, Ref } from '../record';
import type { LlmHints } from '../contract';

/** Proof that its holder may still do one piece of paid work; every append of that work carries it. */
export interface Fence {
  readonly key: string;
  readonly fence: number;
}

/** Text kept beside a crumb, gone when any crumb that it quotes is erased. */
export interface Blob {
  readonly text: string;
  readonly quotes: readonly Ref[];
}

/** One change in a commit. Ids are derived by the store from the draft, or fresh. */
export type Write =
  | { readonly op: 'create'; readonly draft: Draft; readonly blob?: Blob }
  | { readonly op: 'update'; readonly id: string; readonly if_match: number; readonly patch: Patch }
  | { readonly op: 'erase'; readonly id: string; readonly if_match: number };

/** What PATCH may change; null clears. `context` is replaced whole. */
export interface Patch {
  readonly context?: Record<string, unknown>;
  readonly title?: string | null;
  readonly tags?: readonly string[];
  readonly llm_hints?: LlmHints | null;
  readonly expires_at?: string | null;
}

/** All of it or none of it, in one transaction. */
export interface CommitRequest {
  readonly writes: readonly Write[];
  readonly idempotency_key?: string;
  readonly imported?: boolean;
  readonly fence?: Fence;
  readonly traceparent?: string;
}

export interface CommitResult extends Ref {
  readonly position: number;
  /** True when a derived id was there already: the stored crumb stands, nothing was written. */
  readonly existed: boolean;
  /** For an erase: crumbs that may still quote what is gone. */
  readonly derived?: readonly Ref[];
}

export interface CommitReply {
  readonly results: readonly CommitResult[];
}

export const Commit = defineOperation<CommitRequest, CommitReply>('store', 'commit');
