import { z } from 'zod';
import { CONTEXT_BUILDER } from '../service-names';
import type { Ref } from '../record';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { buildOverrides, type AccountItem, type PreviewReply } from './preview';
import { list, position, text } from './request-fields';

type Piece = Ref & { readonly chunk?: number };

/** The recorded items of a context, formatted again without a model call or a search. */
export interface ReplayReply {
  readonly context: string;
  /** True when the text is byte for byte what the agent saw. */
  readonly identical: boolean;
  /** Null when something that it quotes was erased, or is hidden from the caller. */
  readonly formatted_context: string | null;
  readonly recorded_hash: string;
  readonly hash: string | null;
  readonly erased: readonly Piece[];
  /**
   * Why it is not identical, apart from erasures: `renderer` names both versions, `text` the pieces that read differently now, `hidden`
   * those that the caller may not read or that are no longer in the index.
   */
  readonly differs: readonly (
    | { readonly what: 'renderer'; readonly recorded: string; readonly now: string }
    | { readonly what: 'text' | 'hidden'; readonly items: readonly Piece[] }
  )[];
}

/** Formats the recorded items of a context again, without a model call or a search. */
export const Replay = defineOperation({
  name: 'context-builder.replay',
  service: CONTEXT_BUILDER,
  callers: [],
  role: 'reader',
  request: z.object({ context: text }),
  reply: replyOf<ReplayReply>(),
});

/** How one item differs between two builds. */
export interface MovedItem {
  readonly item: AccountItem;
  readonly from: number;
  readonly to: number;
}

export interface ChangedItem {
  readonly item: AccountItem;
  /** In words: what dropped or omitted the item in the build that does not have it. */
  readonly cause: string;
}

/** A comparison of two builds. */
export interface ContextDiff {
  readonly a: BuildSummary;
  readonly b: BuildSummary;
  readonly added: readonly ChangedItem[];
  readonly removed: readonly ChangedItem[];
  /** Items that are in both builds, at different places. */
  readonly moved: readonly MovedItem[];
  /** Items that are in both builds, in another version or truncated differently. */
  readonly reworded: readonly { readonly a: AccountItem; readonly b: AccountItem; readonly cause: string }[];
  readonly tokens: {
    readonly a: number;
    readonly b: number;
    readonly change: number;
    readonly by_section: Readonly<Record<string, { readonly a: number; readonly b: number }>>;
  };
  /** Differences between the builds themselves: configuration, definition, budget, trigger, position, embedder, tokenizer … */
  readonly causes: readonly string[];
}

export interface BuildSummary {
  /** Absent for a build that dropped nothing. */
  readonly id?: string;
  readonly agent: string;
  readonly position: number;
  readonly config_hash: string;
  readonly tokens: number;
}

/** Compares two recorded contexts and gives the cause of each difference. */
export const Diff = defineOperation({
  name: 'context-builder.diff',
  service: CONTEXT_BUILDER,
  callers: [],
  role: 'reader',
  request: z.object({ a: text, b: text }),
  reply: replyOf<ContextDiff>(),
});

export interface ReplanReply {
  readonly preview: PreviewReply;
  readonly diff: ContextDiff;
}

/** Runs the current pipeline for a recorded context's trigger, at its own position or at `as_of`. Writes nothing. */
export const Replan = defineOperation({
  name: 'context-builder.replan',
  service: CONTEXT_BUILDER,
  callers: [],
  role: 'reader',
  request: buildOverrides.extend({ context: text, as_of: position.optional() }),
  reply: replyOf<ReplanReply>(),
});
export type ReplanRequest = RequestOf<typeof Replan>;

/** The recorded candidates fitted into other budgets, without a search. */
export interface WhatIfReply {
  readonly context: string;
  readonly recorded: { readonly max_tokens: number; readonly tokens: number; readonly kept: number };
  readonly budgets: readonly {
    readonly max_tokens: number;
    readonly tokens: number;
    readonly kept: number;
    /** Compared with the recorded context. */
    readonly enters: readonly AccountItem[];
    readonly leaves: readonly AccountItem[];
    /** Kept by both, but with fewer characters; `cut` says how many. Absent: none. */
    readonly shortened?: readonly AccountItem[];
    /** Kept by both, but with more characters. Absent: none. */
    readonly lengthened?: readonly AccountItem[];
  }[];
  /** Number of candidates that the account does not list, or that were erased, and that therefore cannot be included. */
  readonly beyond: number;
  readonly erased: readonly Piece[];
}

/** Fits the recorded candidates of a context into other budgets, without a search. */
export const WhatIf = defineOperation({
  name: 'context-builder.what-if',
  service: CONTEXT_BUILDER,
  callers: [],
  role: 'reader',
  request: z.object({ context: text, budgets: list(z.number()) }),
  reply: replyOf<WhatIfReply>(),
});
