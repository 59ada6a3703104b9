import type { TrailNode } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { nodeApproval } from '@crumbtrail/formatting';

/** What became of a step. */
export type DrawnState = 'waits' | 'waits for a person' | 'runs' | 'is tried again' | 'done' | 'failed' | 'not run';

/** A step of a workflow as it is drawn. */
export interface DrawnStep {
  readonly id: string;
  readonly tool: string;
  /** Ids of the steps that it waits for. */
  readonly needs: readonly string[];
  readonly state: DrawnState;
  /** How often it was requested. */
  readonly attempts: number;
  /** The request of its last attempt; absent where it was never requested. */
  readonly request?: string;
  /** From the first request to the last response, in milliseconds. */
  readonly took_ms?: number;
  readonly error?: string;
}

interface PlannedStep {
  readonly id: string;
  readonly tool: string;
  readonly after?: readonly string[];
}

const REFERENCE = /(?<!\\)\$\{([A-Za-z_][\w-]*)/g;

/** The steps that the arguments of a workflow name; none where they are no such arguments. */
function plannedSteps(input: unknown): PlannedStep[] {
  const { steps } = (input ?? {}) as { readonly steps?: unknown };
  if (!Array.isArray(steps)) return [];
  return (steps as Partial<PlannedStep>[]).flatMap((step) =>
    typeof step?.id === 'string' && typeof step.tool === 'string' ? [step as PlannedStep] : [],
  );
}

/** The steps that another waits for: those that it names in `after`, and those whose output it takes. */
function needsOf(step: PlannedStep, ids: ReadonlySet<string>): string[] {
  // In JSON a backslash before a reference is two.
  const text = JSON.stringify(step).replaceAll('\\\\', '\\');
  const taken = [...text.matchAll(REFERENCE)].map(([, id]) => id as string);
  const after = Array.isArray(step.after) ? step.after : [];
  return [...new Set([...taken, ...after])].filter((id) => id !== step.id && ids.has(id)).sort();
}

interface RequestedAttempt {
  readonly request: TrailNode;
  readonly response: TrailNode | undefined;
}

/** The requested attempts by the step, in order. */
function attemptsOf(workflow: string, nodes: readonly TrailNode[]): Map<string, RequestedAttempt[]> {
  const responses = new Map(
    nodes.filter(({ schema_name }) => schema_name === WIRE.toolResponse).map((node) => [node.cause?.id, node]),
  );
  const found = new Map<string, RequestedAttempt[]>();
  for (const request of nodes) {
    if (request.part === undefined || request.cause?.id !== workflow) continue;
    const id = request.part.replace(/#\d+$/, '');
    found.set(id, [...(found.get(id) ?? []), { request, response: responses.get(request.id) }]);
  }
  return found;
}

function stateOf(attempts: readonly RequestedAttempt[], hasEnded: boolean): DrawnState {
  const last = attempts.at(-1);
  if (last === undefined) return hasEnded ? 'not run' : 'waits';
  if (last.response) return last.response.error === undefined ? 'done' : 'failed';
  if (hasEnded) return 'not run';
  if (nodeApproval(last.request) === 'waiting') return 'waits for a person';
  return attempts.length > 1 ? 'is tried again' : 'runs';
}

function drawStep(
  planned: PlannedStep,
  needs: readonly string[],
  attempts: readonly RequestedAttempt[],
  hasEnded: boolean,
): DrawnStep {
  const first = attempts[0]?.request;
  const last = attempts.at(-1);
  const ended = last?.response;
  return {
    id: planned.id,
    tool: planned.tool,
    needs,
    state: stateOf(attempts, hasEnded),
    attempts: attempts.length,
    ...(last && { request: last.request.id }),
    ...(first && ended && { took_ms: ended.at_ms - first.at_ms }),
    ...(ended?.error !== undefined && { error: ended.error }),
  };
}

/** The steps of a workflow with what became of each, from its request in the trail and the arguments of that request, if they are known. */
export function drawnSteps(workflow: string, nodes: readonly TrailNode[], input?: unknown): DrawnStep[] {
  const attempts = attemptsOf(workflow, nodes);
  const hasEnded = nodes.some(({ schema_name, cause }) => schema_name === WIRE.toolResponse && cause?.id === workflow);
  const planned = plannedSteps(input);
  const known = new Set(planned.map(({ id }) => id));
  const others = [...attempts].flatMap(([id, [first]]) =>
    known.has(id) || !first ? [] : [{ id, tool: first.request.tool ?? '', after: first.request.after ?? [] }],
  );
  const all = [...planned, ...others];
  const ids = new Set(all.map(({ id }) => id));
  return all.map((step) => drawStep(step, needsOf(step, ids), attempts.get(step.id) ?? [], hasEnded));
}
