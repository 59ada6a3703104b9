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
