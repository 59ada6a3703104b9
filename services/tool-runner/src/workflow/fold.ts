import type { Plan, Step } from './plan';
import type { Standing, Standings, StepError, Tries, Try } from './attempts';
import { argumentsOf, filled } from './step-values';

/** A tool to be requested for a step. */
export interface Wanted {
  readonly step: Step;
  readonly attempt: number;
  readonly input: Record<string, unknown>;
}

/** What to do next: request tools, wait for responses, or end. */
export type Decision =
  | { readonly do: 'ask'; readonly wanted: readonly Wanted[] }
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
  ...['unknown_tool', 'not_granted', 'disabled', 'invalid_input', 'cancelled', 'erased', 'outcome_unknown'],
]);

/** The tool ran to its end and only its result is unusable. */
const HAPPENED: ReadonlySet<string> = new Set(['invalid_output', 'too_large']);

const isFinal = ({ code }: StepError, { started }: Try): boolean =>
  FINAL.has(code) || (started === true && HAPPENED.has(code));

const NO_REASON: StepError = { code: 'failed', message: 'It failed without a reason.' };

/** Why a step is skipped because of the steps it needs; null when it is not. */
function skippedFor(step: Step, standings: Standings, byId: ReadonlyMap<string, Step>): string | null {
  for (const need of step.needs) {
    const standing = standings.get(need);
    if (standing?.is === 'skipped') return `${need} was left out`;
    if (standing?.is === 'error' && byId.get(need)?.on_error !== 'continue') return `${need} failed`;
  }
  return null;
}

const ended = (standing: Standing | undefined): boolean =>
  standing !== undefined && ['ok', 'error', 'skipped'].includes(standing.is);

/** The state of a step from its own attempts; null when it was never requested. */
function byTries(step: Step, tries: Tries): Standing | { readonly is: 'again'; readonly attempt: number } | null {
  for (let attempt = 1; ; attempt += 1) {
    const tried = tries(step, attempt);
    if (!tried) return attempt === 1 ? null : { is: 'again', attempt };
    if (!tried.response) return { is: 'running' };
    if (tried.response.status === 'ok') return { is: 'ok', output: tried.response.output };
    const error = tried.response.error ?? NO_REASON;
    if (attempt > step.retries || isFinal(error, tried)) return { is: 'error', error };
  }
}

function standingOf(step: Step, standings: Standings, at: { tries: Tries; byId: ReadonlyMap<string, Step> }): Standing {
  const tried = byTries(step, at.tries);
  if (tried && tried.is !== 'again') return tried;
  if (!step.needs.every((need) => ended(standings.get(need)))) return { is: 'waiting' };
  const why = skippedFor(step, standings, at.byId);
  if (why !== null) return { is: 'skipped', why };
  const input = argumentsOf(step.input, standings);
  if ('error' in input) return { is: 'error', error: input.error };
  return { is: 'ready', attempt: tried?.attempt ?? 1, input: input.value };
}

/** The states of all steps; a pure function of the plan and the log. */
export function standingsOf({ steps }: Plan, tries: Tries): Standings {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const standings = new Map<string, Standing>();
  for (const step of steps) standings.set(step.id, standingOf(step, standings, { tries, byId }));
  return standings;
}

const failureOf = ({ steps }: Plan, standings: Standings): Step | undefined =>
  steps.find(({ id, on_error }) => on_error === 'fail' && standings.get(id)?.is === 'error');

function resultOf(standing: Standing, failed: Step | undefined): StepResult {
  if (standing.is === 'ok') return { status: 'ok', output: standing.output ?? null };
  if (standing.is === 'error') return { status: 'error', error: standing.error };
  if (standing.is === 'running') return { status: 'running' };
  const why = standing.is === 'skipped' ? standing.why : failed ? `${failed.id} failed` : 'the workflow ended before';
  return { status: 'skipped', error: { code: 'skipped', message: `Not run: ${why}.` } };
}

function outputOf(plan: Plan, standings: Standings, result: unknown): WorkflowOutput {
  const failed = failureOf(plan, standings);
  const steps = plan.steps.map(({ id }) => [id, resultOf(standings.get(id) as Standing, failed)] as const);
  return { steps: Object.fromEntries(steps), result };
}

const idsWith = (standings: Standings, ...is: Standing['is'][]): string =>
  [...standings].flatMap(([id, standing]) => (is.includes(standing.is) ? [id] : [])).join(', ') || 'none';

/** What was done when a workflow ended early, for the reader of the error. */
const soFar = (standings: Standings): string =>
  `Done: ${idsWith(standings, 'ok')}. Still running: ${idsWith(standings, 'running')}. Not run: ${idsWith(standings, 'waiting', 'ready', 'skipped')}.`;

function failed(plan: Plan, standings: Standings, { id, tool }: Step): Decision {
  const { error } = standings.get(id) as Extract<Standing, { is: 'error' }>;
  const message = `Step ${id} (${tool}) failed: ${error.code}: ${error.message.slice(0, 4_000)} ${soFar(standings)}`;
  return { do: 'end', output: outputOf(plan, standings, null), error: { code: 'failed', message } };
}

function complete(plan: Plan, standings: Standings): Decision {
  const result = filled(plan.returns, standings, 'return');
  if (!('error' in result)) return { do: 'end', output: outputOf(plan, standings, result.value) };
  const message = `All steps have ended, but there is no result: ${result.error.message}`;
  return { do: 'end', output: outputOf(plan, standings, null), error: { code: 'failed', message } };
}

/**
 * Decides what a workflow does next. Steps run as soon as their needs are met; after a failure that ends the workflow
 * nothing new starts, and running steps are awaited.
 */
export function decide(plan: Plan, tries: Tries): Decision {
  const standings = standingsOf(plan, tries);
  const failure = failureOf(plan, standings);
  const wanted = plan.steps.flatMap((step): Wanted[] => {
    const standing = standings.get(step.id) as Standing;
    return standing.is === 'ready' ? [{ step, attempt: standing.attempt, input: standing.input }] : [];
  });
  if (wanted.length > 0 && !failure) return { do: 'ask', wanted };
  if ([...standings.values()].some(({ is }) => is === 'running')) return { do: 'wait' };
  return failure ? failed(plan, standings, failure) : complete(plan, standings);
}

/** The end of a workflow that must stop, at its deadline or with its turn. */
export function cutShort(plan: Plan, tries: Tries, { code, message }: StepError): Decision & { do: 'end' } {
  const standings = standingsOf(plan, tries);
  const error = { code, message: `${message} ${soFar(standings)}` };
  return { do: 'end', output: outputOf(plan, standings, null), error };
}
