import type { TrailNode } from '@crumbtrail/contracts';

/** An interval on the time axis of a trail, in milliseconds since its root. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The place of a request in the workflow that made it: `step both after left, right`; undefined for others. */
export function describePart({ part, after = [] }: Pick<TrailNode, 'part' | 'after'>): string | undefined {
  if (part === undefined) return undefined;
  return after.length === 0 ? `step ${part}` : `step ${part} after ${after.join(', ')}`;
}

/** The name of a node: its schema, with the step number or the tool where it has one, such as `tool.request.v1 dice`. */
export function nodeName(node: TrailNode): string {
  const { schema_name, step, tool } = node;
  return [schema_name, step, tool, describePart(node)].filter((part) => part !== undefined).join(' ');
}

/** The error of the result of a call that a person denied, or that nobody decided in time. */
const DENIED = 'denied';

/** Whether the work of a node failed. A call that was denied did not: it was not run. */
export const hasFailed = ({ error }: Pick<TrailNode, 'error'>): boolean => error !== undefined && error !== DENIED;

/** What a person decided about a call, or that it waits for one; of the result of a denied call too. */
export const nodeApproval = ({ approval, error }: TrailNode): TrailNode['approval'] =>
  approval ?? (error === DENIED ? DENIED : undefined);

/** `failed: timeout`; of a guard the limit that it kept: `limit: tool rounds`. */
const describeError = ({ schema_name, error = '' }: TrailNode): string =>
  schema_name.startsWith('guard.fired.') ? `limit: ${error.replaceAll('_', ' ')}` : `failed: ${error}`;

/** What went wrong with a node or is missing from it, apart from decisions: `erased`, `stopped`, `failed: <code>`, `limit: <guard>`, `incomplete`. Usually empty. */
export function nodeProblems(node: TrailNode): string[] {
  const { action, partial, erased } = node;
  return [
    ...(erased ? ['erased'] : []),
    ...(action === 'stopped' ? ['stopped'] : []),
    ...(hasFailed(node) ? [describeError(node)] : []),
    ...(partial ? ['incomplete'] : []),
  ];
}

/** The problems of a node, and what a person decided about it or that it waits for one. Usually empty. */
export function nodeIssues(node: TrailNode): string[] {
  const approval = nodeApproval(node);
  return [
    ...(approval === undefined ? [] : [approval === 'waiting' ? 'waits for a person' : approval]),
    ...nodeProblems(node),
  ];
}

/** When the work of a node began and ended. A turn is published when it opens, everything else when its work is done. */
export function nodeSpan({ schema_name, at_ms, duration_ms = 0 }: TrailNode): TimeSpan {
  return schema_name.startsWith('agent.turn.')
    ? { from: at_ms, to: at_ms + duration_ms }
    : { from: at_ms - duration_ms, to: at_ms };
}
