import { z } from 'zod';
import type { Ref } from '../record';
import { CONTEXT_BUILDER } from '../service-names';
import { defineOperation, replyOf } from './define-operation';
import { text } from './request-fields';

/**
 * What is wrong with one kept text: `stale`, a newer one says the same with another number or day, or a newer version of it existed; `near_cut`, the
 * answer was grounded on it and 5 % less budget leaves it out; `instructions`, it tells the model what to do, and neither the asker nor an
 * operator nor the agent wrote it.
 */
export type TextRule = 'stale' | 'near_cut' | 'instructions';

/** A kept text that a rule is about. */
export interface TextFinding extends Ref {
  readonly rule: TextRule;
  readonly chunk?: number;
  readonly source: string;
  readonly section: string;
  readonly tokens: number;
  /** What was found, in words. */
  readonly says: string;
  /** Only for `stale`: the newer text. */
  readonly newer?: Ref;
}

/** What a source gave to one section of a context. */
export interface SourceShare {
  readonly source: string;
  readonly section: string;
  /** Number of kept texts. */
  readonly kept: number;
  readonly tokens: number;
  /** Tokens of those that the answer was grounded on. */
  readonly grounded_tokens: number;
}

/** What the rules of `crumb context lint` need to know of one recorded context. It holds no text of a breadcrumb but a phrase of it. */
export interface ContextFacts {
  readonly context: string;
  readonly agent: string;
  readonly session?: string;
  /** When it was built. */
  readonly now: string;
  /** Whether it is known what its answer was grounded on. */
  readonly grounded: boolean;
  readonly shares: readonly SourceShare[];
  /** The kept texts of each section, in the order of the context; a section that is equal in the next context stays cached. */
  readonly sections: readonly { readonly section: string; readonly tokens: number; readonly refs: readonly string[] }[];
  readonly findings: readonly TextFinding[];
}

/** Reads what the rules of `crumb context lint` need to know of a recorded context. Writes nothing. */
export const LintContext = defineOperation({
  name: 'context-builder.lint',
  service: CONTEXT_BUILDER,
  callers: [],
  role: 'reader',
  request: z.object({ context: text }),
  reply: replyOf<ContextFacts>(),
});
