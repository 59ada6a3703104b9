import { z } from 'zod';
import type { ContextConfigV1 } from '../generated/types';
import type { CrumbAuthor, Ref } from '../record';
import { CONTEXT_BUILDER } from '../service-names';
import { defineOperation, replyOf } from './define-operation';
import type { Decision } from './preview';
import { text } from './request-fields';

/** The most characters of a text that is asked about. */
export const MAX_ASKED_CHARACTERS = 2_000;

/**
 * What became of a text: it is in the context; it was considered and left out; no source could give it; or nobody said it, as far as the
 * asker may know.
 */
export type WhyNotVerdict = 'in' | 'out' | 'never_considered' | 'not_said';

/** What kept a text from every source. */
export type NotConsideredCause = 'scope' | 'schema' | 'source_limit' | 'audience' | 'time';

/** The breadcrumb that the question is about, or one piece of it. */
export interface LocatedText extends Ref {
  readonly chunk?: number;
  readonly schema_name: string;
  readonly session?: string;
  readonly author: CrumbAuthor;
  readonly occurred_at: string;
  /** Its text on one line: where it is long, the passage around the words asked about, else its start. */
  readonly text: string;
  /** How it was found: by its id, because it contains what was asked, or as the text that shares most of the words. */
  readonly matched_by: 'id' | 'exact' | 'words';
}

/** Settings with which a text enters the context: `replan` with this budget and config keeps it. */
export interface EntryChange {
  /** `130 tokens more: enters at 1,130`. */
  readonly says: string;
  /** How much more score the text would have needed, in its source. */
  readonly score?: number;
  /** How many more tokens the context would have needed. */
  readonly tokens?: number;
  readonly budget?: { readonly max_tokens: number };
  readonly config?: Omit<ContextConfigV1, 'consumer'>;
}

/** Why a text is not in a context. */
export interface WhyNotReply {
  readonly context: string;
  readonly asked: string;
  readonly verdict: WhyNotVerdict;
  /** The verdict in one or two sentences. */
  readonly answer: string;
  /** Absent for `not_said`. */
  readonly found?: LocatedText;
  /** Only for `in`: which entry of the section it is, from 1, and how many characters of it were kept. */
  readonly place?: { readonly section: string; readonly entry: number; readonly of: number; readonly cut?: number };
  /** Only for `out`: the row of the account, or of a search with wider limits where the account only counts the text. */
  readonly considered?: {
    readonly decision: Decision;
    readonly reason?: string;
    readonly source: string;
    readonly score: number;
    readonly tokens: number;
    /** True where the account counts it without a row. */
    readonly counted?: true;
  };
  /** Only for `never_considered`. */
  readonly cause?: NotConsideredCause;
  /** The smallest change that lets it in, tried by building the context with it. Absent where none does: `answer` says why. */
  readonly change?: EntryChange;
  /** Only for `not_said`: the text that shares most words, where one shares any. */
  readonly nearest?: LocatedText;
}

/** Says why a text is not in a recorded context, and which smallest change would let it in. Writes nothing. */
export const WhyNot = defineOperation({
  name: 'context-builder.why-not',
  service: CONTEXT_BUILDER,
  callers: [],
  role: 'reader',
  request: z.object({ context: text, text: z.string().min(1).max(MAX_ASKED_CHARACTERS) }),
  reply: replyOf<WhyNotReply>(),
});
