import { BadReference, type Reference, referencesIn } from './reference';
import type { Condition, Consequence, Retry, StepInput, WorkflowInput } from './workflow-input';

/** A step of a plan. */
export interface PlannedStep {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  /** Ids of the steps that must end before it. */
  readonly needs: readonly string[];
  /** All must hold, or it is skipped. */
  readonly conditions: readonly Condition[];
  readonly retries: number;
  /** Seconds before the first retry; twice as long before each further one. */
  readonly backoff_s: number;
  readonly on_error: Consequence;
  /** How long it waits for a person at most, in seconds; undefined: as long as the definition of the agent says. */
  readonly wait_seconds?: number;
}

/** The steps, each after everything it needs, and the result template. */
export interface WorkflowPlan {
  readonly steps: readonly PlannedStep[];
  readonly returns: unknown;
}

/** Which tools exist and are granted to the requesting agent. */
export interface CallableTools {
  exists(tool: string): boolean;
  granted(tool: string): boolean;
}

/** Why a workflow cannot be run; none of its steps was run. */
export class BadWorkflow extends Error {
  override readonly name = 'BadWorkflow';

  constructor(readonly problems: readonly string[]) {
    super(`This workflow cannot be run, so none of its steps was:\n- ${problems.join('\n- ')}`);
  }
}

/** The name of this tool, which a workflow must not call. */
export const WORKFLOW = 'workflow';

const retryOf = (on_error: Consequence | Retry): Retry =>
  typeof on_error === 'object' ? on_error : { retry: 0, then: on_error };

function stepOf(wish: StepInput, references: readonly Reference[]): PlannedStep {
  const { id, tool, input = {}, after = [], on_error = 'fail' } = wish;
  const needs = [...new Set([...references.map(({ step }) => step), ...after])].sort();
  const { retry: retries, backoff_seconds: backoff_s = 0, then = 'fail' } = retryOf(on_error);
  const { wait_seconds } = wish;
  const asking = wait_seconds === undefined ? {} : { wait_seconds };
  return { id, tool, input, needs, conditions: [wish.if ?? []].flat(), retries, backoff_s, on_error: then, ...asking };
}

function toolProblems({ id, tool }: StepInput, callable: CallableTools): string[] {
  if (tool === WORKFLOW) return [`step ${id}: a workflow cannot be a step of a workflow; write its steps here`];
  if (!callable.exists(tool)) return [`step ${id}: there is no tool ${tool}`];
  return callable.granted(tool) ? [] : [`step ${id}: you may not call ${tool}`];
}

function nameProblems({ id, needs }: PlannedStep, known: ReadonlySet<string>): string[] {
  return needs.flatMap((need) => {
    if (need === id) return [`step ${id}: refers to itself`];
    return known.has(need) ? [] : [`step ${id}: needs ${need}, which is not a step of this workflow`];
  });
}

/** A cycle among steps that need one another: from a step back to itself. */
function circleIn(stuck: readonly PlannedStep[]): string[] {
  const byId = new Map(stuck.map((step) => [step.id, step]));
  const seen: string[] = [];
  let at = stuck[0] as PlannedStep;
  while (!seen.includes(at.id)) {
    seen.push(at.id);
    at = byId.get(at.needs.find((need) => byId.has(need)) as string) as PlannedStep;
  }
  return [...seen.slice(seen.indexOf(at.id)), at.id];
}

/** Sorts each step after everything it needs, otherwise in the given order. */
function inOrder(steps: readonly PlannedStep[]): PlannedStep[] {
  const ordered: PlannedStep[] = [];
  const done = new Set<string>();
  let left = [...steps];
  while (left.length > 0) {
    const next = left.filter(({ needs }) => needs.every((need) => done.has(need)));
    if (next.length === 0)
      throw new BadWorkflow([`steps wait for each other in a circle: ${circleIn(left).join(' needs ')}`]);
    for (const step of next) done.add(step.id);
    ordered.push(...next);
    left = left.filter(({ id }) => !done.has(id));
  }
  return ordered;
}

function read<Value>(value: Value, problems: string[], where: string): readonly Reference[] {
  try {
    return referencesIn(value);
  } catch (error) {
    if (!(error instanceof BadReference)) throw error;
    problems.push(`${where}: ${error.message}`);
    return [];
  }
}

function findDuplicates(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))].map(
    (id) => `step ${id}: there are two of that id`,
  );
}

/**
 * The result template; the id of a step means its output; by default the outputs of the steps that no other step needs.
 */
function returnsOf(wanted: unknown, steps: readonly PlannedStep[]): unknown {
  if (typeof wanted === 'string' && steps.some(({ id }) => id === wanted)) return `\${${wanted}}`;
  if (wanted !== undefined) return wanted;
  const needed = new Set(steps.flatMap(({ needs }) => needs));
  const ends = steps.filter(({ id }) => !needed.has(id));
  const [only] = ends;
  if (ends.length === 1 && only) return `\${${only.id}}`;
  return Object.fromEntries(ends.map(({ id }) => [id, `\${${id}}`]));
}

/** Plans a workflow before any step runs. Throws BadWorkflow with every problem. */
export function planWorkflow(input: WorkflowInput, callable: CallableTools): WorkflowPlan {
  const problems = findDuplicates(input.steps.map(({ id }) => id));
  const known = new Set(input.steps.map(({ id }) => id));
  const steps = input.steps.map((wish) => {
    problems.push(...toolProblems(wish, callable));
    return stepOf(wish, read([wish.input, wish.if], problems, `step ${wish.id}`));
  });
  for (const step of steps) problems.push(...nameProblems(step, known));
  for (const { step } of read(input.return, problems, 'return')) {
    if (!known.has(step)) problems.push(`return: refers to ${step}, which is not a step of this workflow`);
  }
  if (problems.length > 0) throw new BadWorkflow([...new Set(problems)]);
  return { steps: inOrder(steps), returns: returnsOf(input.return, steps) };
}
