import type { Ref } from '../record';
import { CONTEXT_BUILDER } from '../service-names';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { buildOverrides, type Decision } from './preview';
import { text } from './request-fields';
import type { EntryChange } from './why-not';

/**
 * What lost a breadcrumb: a decision of the account; `never_considered` where no source gave it; `erased`; or `not_found`, where it does not
 * exist or the caller may not read it.
 */
export type LosingStage = Exclude<Decision, 'kept'> | 'never_considered' | 'erased' | 'not_found';

/** A breadcrumb that a context should have and has not. */
export interface LostCrumb extends Ref {
  readonly chunk?: number;
  readonly stage: LosingStage;
  /** Why, in one or two sentences. */
  readonly because: string;
  /** The smallest change of settings that lets it in, where one does. */
  readonly change?: EntryChange;
}

/**
 * The result of a case: `passed`; `failed`, where the context lacks a breadcrumb that it must have; or `erased`, where all that it lacks was
 * erased, which no settings can mend.
 */
export type CaseOutcome = 'passed' | 'failed' | 'erased';

/** A pinned case built again. */
export interface CaseRun {
  readonly case: string;
  readonly context: string;
  readonly agent: string;
  readonly outcome: CaseOutcome;
  /** Why it could not be built again: its context or its message was erased. */
  readonly because?: string;
  /** Number of breadcrumbs that it must have. */
  readonly must_have: number;
  readonly lost: readonly LostCrumb[];
  /** Absent where it could not be built again. */
  readonly tokens?: number;
  readonly max_tokens?: number;
}

/** A case that was run, or that could not be run: for example, the caller may not read its context. */
export type CaseReport = CaseRun | { readonly case: string; readonly outcome: 'refused'; readonly because: string };

/** Builds the context of an `eval.case.v1` again, with the definition and configuration of today, and says what it lacks. Writes nothing. */
export const RunCase = defineOperation({
  name: 'context-builder.run-case',
  service: CONTEXT_BUILDER,
  callers: [],
  role: 'reader',
  request: buildOverrides.extend({ case: text }),
  reply: replyOf<CaseRun>(),
});
export type RunCaseRequest = RequestOf<typeof RunCase>;

/**
 * What other settings do to an answer: it `keeps` the breadcrumbs that it was grounded on, or `loses` one; it is `ungrounded` where its reply
 * rests on no breadcrumb of its context, as far as the caller may know; or `unknown`, where its context cannot be fitted again.
 */
export type CounterfactualOutcome = 'keeps' | 'loses' | 'ungrounded' | 'unknown';

/** The context of an answer with other settings, compared with what the answer was grounded on. */
export interface CounterfactualReply {
  readonly context: string;
  readonly agent: string;
  /** The reply. */
  readonly response: string;
  readonly session?: string;
  readonly outcome: CounterfactualOutcome;
  /** Why it is unknown. */
  readonly because?: string;
  /** Number of breadcrumbs of its context that the answer was grounded on. */
  readonly grounded: number;
  /** What was erased since, or is said by a duplicate that was kept instead, is listed and is no loss by the settings. */
  readonly lost: readonly LostCrumb[];
  readonly recorded: { readonly max_tokens: number; readonly tokens: number };
  /** With the other settings. Absent where nothing was fitted. */
  readonly tokens?: number;
}

/**
 * Fits a recorded context again with another budget, from its account and without a search; or builds it again with another config, for its
 * message, definition and configuration as recorded. Says which breadcrumbs its answer was grounded on would be lost. Writes nothing.
 */
export const Counterfactual = defineOperation({
  name: 'context-builder.counterfactual',
  service: CONTEXT_BUILDER,
  callers: [],
  role: 'reader',
  request: buildOverrides.extend({ context: text }),
  reply: replyOf<CounterfactualReply>(),
});
export type CounterfactualRequest = RequestOf<typeof Counterfactual>;
