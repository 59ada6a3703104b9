import type { WorkflowPlan, PlannedStep } from './plan';
import type { StepState, StepStates, StepError, AttemptLookup, Attempt } from './attempts';
import { holds } from './condition';
import { argumentsOf, conditionOf, fillValue } from './step-values';
import { LONGEST_BACKOFF_S } from './workflow-input';

/** A tool to be requested for a step. */
export interface RequestedStep {
  readonly step: PlannedStep;
  readonly attempt: number;
  readonly input: Record<string, unknown>;
  /** In milliseconds since 1970. @default at once */
  readonly not_before?: number;
}

/** What to do next: request tools, wait for responses, or end. */
export type WorkflowDecision =
  | { readonly do: 'ask'; readonly wanted: readonly RequestedStep[] }
  | { readonly do: 'wait' }
  | { readonly do: 'end'; readonly output: WorkflowOutput; readonly error?: StepError };

/** The result of a workflow. */
export interface WorkflowOutput {
  readonly steps: Readonly<Record<string, StepResult>>;
  readonly result: unknown;
}

/** The result of one step. */
export interface StepResult {
  readonly status: 'ok' | 'error' | 'skipped' | 'running';
  readonly output?: unknown;
  readonly error?: StepError;
}

/** Errors that a retry cannot fix, or after which it is unknown whether the tool ran. */
const FINAL: ReadonlySet<string> = new Set([
  'unknown_tool',
  'not_granted',
  'disabled',
  'invalid_input',
  'cancelled',
  'erased',
  'outcome_unknown',
  'denied',
  'not_answered',
  'needs_approval',
]);

/** The tool ran to its end and only its result is unusable. */
const HAPPENED: ReadonlySet<string> = new Set(['invalid_output', 'too_large']);

/** A call that a person decided about is not repeated: the decision was for one call. */
const isFinal = ({ code }: StepError, { started, waited }: Attempt): boolean =>
  FINAL.has(code) || waited !== undefined || (started === true && HAPPENED.has(code));

const NO_REASON: StepError = { code: 'failed', message: 'It failed without a reason.' };

/** Why a step is skipped because of the steps it needs; null when it is not. */
function skippedFor(step: PlannedStep, states: StepStates, byId: ReadonlyMap<string, PlannedStep>): string | null {
  for (const need of step.needs) {
    const standing = states.get(need);
    if (standing?.is === 'skipped' && !standing.null_output) return `${need} was left out`;
    if (standing?.is === 'error' && byId.get(need)?.on_error !== 'continue') return `${need} failed`;
  }
  return null;
}

const hasEnded = (standing: StepState | undefined): boolean =>
  standing !== undefined && ['ok', 'error', 'skipped'].includes(standing.is);

/** A step that is tried again. */
interface FailedBefore {
  readonly is: 'again';
  readonly attempt: number;
  /** Not before this time. */
  readonly not_before?: number;
  readonly error: StepError;
}

/** The time of the attempt after the nth, which failed at a time; nothing where it follows at once. */
function timeAfter({ backoff_s }: PlannedStep, attempt: number, failedAt: number): Pick<FailedBefore, 'not_before'> {
  const seconds = Math.min(LONGEST_BACKOFF_S, backoff_s * 2 ** (attempt - 1));
  return seconds === 0 ? {} : { not_before: failedAt + seconds * 1_000 };
}

/** The state of a step whose last attempt has no response. */
const withoutResponse = ({ not_before }: Attempt, failed: FailedBefore | null, now: number): StepState =>
  failed && not_before !== undefined && now < not_before ? { is: 'paused', error: failed.error } : { is: 'running' };

/** The state of a step from its own attempts; null when it was never requested. */
function byTries(step: PlannedStep, attempts: AttemptLookup, now: number): StepState | FailedBefore | null {
  let failed: FailedBefore | null = null;
  for (let attempt = 1; ; attempt += 1) {
    const tried = attempts(step, attempt);
    if (!tried) return failed;
    if (!tried.response) return withoutResponse(tried, failed, now);
    if (tried.response.status === 'ok') return { is: 'ok', output: tried.response.output };
    const error = tried.response.error ?? NO_REASON;
    if (attempt > step.retries || isFinal(error, tried)) return { is: 'error', error };
    failed = { is: 'again', attempt: attempt + 1, error, ...timeAfter(step, attempt, tried.response.at ?? 0) };
  }
}

/** Why a step is skipped by its conditions, or an error in them; null when it is not. */
function byConditions({ conditions, on_error }: PlannedStep, states: StepStates): StepState | null {
  for (const condition of conditions) {
    const made = conditionOf(condition, states);
    if ('error' in made) return { is: 'error', error: made.error };
    if (!holds(made.value))
      return {
        is: 'skipped',
        why: 'its condition does not hold',
        ...(on_error === 'continue' && { null_output: true }),
      };
  }
  return null;
}

/** The state of a step that does not run, for now or at all, because of what it needs; null when nothing keeps it from running. */
function byNeeds(step: PlannedStep, states: StepStates, byId: ReadonlyMap<string, PlannedStep>): StepState | null {
  if (!step.needs.every((need) => hasEnded(states.get(need)))) return { is: 'waiting' };
  const why = skippedFor(step, states, byId);
  return why === null ? byConditions(step, states) : { is: 'skipped', why };
}

function standingOf(
  step: PlannedStep,
  states: StepStates,
  at: { attempts: AttemptLookup; byId: ReadonlyMap<string, PlannedStep>; now: number },
): StepState {
  const tried = byTries(step, at.attempts, at.now);
  if (tried && tried.is !== 'again') return tried;
  const hindered = byNeeds(step, states, at.byId);
  if (hindered) return hindered;
  const input = argumentsOf(step.input, states);
  if ('error' in input) return { is: 'error', error: input.error };
  if (!tried) return { is: 'ready', attempt: 1, input: input.value };
  return { ...tried, is: 'ready', input: input.value };
}

/** The states of all steps; a pure function of the plan, the log and the time, in milliseconds since 1970. */
export function standingsOf({ steps }: WorkflowPlan, attempts: AttemptLookup, now: number): StepStates {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const states = new Map<string, StepState>();
  for (const step of steps) states.set(step.id, standingOf(step, states, { attempts, byId, now }));
  return states;
}

const failureOf = ({ steps }: WorkflowPlan, states: StepStates): PlannedStep | undefined =>
  steps.find(({ id, on_error }) => on_error === 'fail' && states.get(id)?.is === 'error');

function resultOf(standing: StepState, failed: PlannedStep | undefined): StepResult {
  if (standing.is === 'ok') return { status: 'ok', output: standing.output ?? null };
  if ('error' in standing && standing.error) return { status: 'error', error: standing.error };
  if (standing.is === 'running') return { status: 'running' };
  const why = standing.is === 'skipped' ? standing.why : failed ? `${failed.id} failed` : 'the workflow ended before';
  return { status: 'skipped', error: { code: 'skipped', message: `Not run: ${why}.` } };
}

function outputOf(plan: WorkflowPlan, states: StepStates, result: unknown): WorkflowOutput {
  const failWorkflow = failureOf(plan, states);
  const steps = plan.steps.map(({ id }) => [id, resultOf(states.get(id) as StepState, failWorkflow)] as const);
  return { steps: Object.fromEntries(steps), result };
}

const idsWith = (states: StepStates, ...is: StepState['is'][]): string =>
  [...states].flatMap(([id, standing]) => (is.includes(standing.is) ? [id] : [])).join(', ') || 'none';

/** What was done when a workflow ended early, for the reader of the error. */
const soFar = (states: StepStates): string =>
  `Done: ${idsWith(states, 'ok')}. Still running: ${idsWith(states, 'running')}. Not run: ${idsWith(states, 'waiting', 'ready', 'skipped')}.`;

function failWorkflow(plan: WorkflowPlan, states: StepStates, { id, tool }: PlannedStep): WorkflowDecision {
  const { error } = states.get(id) as Extract<StepState, { is: 'error' }>;
  const message = `Step ${id} (${tool}) failed: ${error.code}: ${error.message.slice(0, 4_000)} ${soFar(states)}`;
  return { do: 'end', output: outputOf(plan, states, null), error: { code: 'failed', message } };
}

function complete(plan: WorkflowPlan, states: StepStates): WorkflowDecision {
  const result = fillValue(plan.returns, states, 'return');
  if (!('error' in result)) return { do: 'end', output: outputOf(plan, states, result.value) };
  const message = `All steps have ended, but there is no result: ${result.error.message}`;
  return { do: 'end', output: outputOf(plan, states, null), error: { code: 'failed', message } };
}

/**
 * Decides what a workflow does next. Steps run as soon as their needs are met; after a failure that ends the workflow
 * nothing new starts, and running steps are awaited.
 */
export function decideWorkflow(plan: WorkflowPlan, attempts: AttemptLookup, now: number): WorkflowDecision {
  const states = standingsOf(plan, attempts, now);
  const failure = failureOf(plan, states);
  const wanted = plan.steps.flatMap((step): RequestedStep[] => {
    const standing = states.get(step.id) as StepState;
    if (standing.is !== 'ready') return [];
    const { attempt, input, not_before } = standing;
    return [{ step, attempt, input, ...(not_before !== undefined && { not_before }) }];
  });
  if (wanted.length > 0 && !failure) return { do: 'ask', wanted };
  // A retry whose time has not come is not awaited by a workflow that has failed: it does not run any more.
  const awaited = failure ? ['running'] : ['running', 'paused'];
  if ([...states.values()].some(({ is }) => awaited.includes(is))) return { do: 'wait' };
  return failure ? failWorkflow(plan, states, failure) : complete(plan, states);
}

/** The end of a workflow that must stop, at its deadline or with its turn. */
export function cutShort(
  plan: WorkflowPlan,
  attempts: AttemptLookup,
  { code, message }: StepError,
  now: number,
): WorkflowDecision & { do: 'end' } {
  const states = standingsOf(plan, attempts, now);
  const error = { code, message: `${message} ${soFar(states)}` };
  return { do: 'end', output: outputOf(plan, states, null), error };
}
