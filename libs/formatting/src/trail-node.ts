import type { TrailNode } from '@crumbtrail/contracts';

/** An interval on the time axis of a trail, in milliseconds since its root. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The name of a node: its schema, with the step number or the tool where it has one, such as `tool.request.v1 dice`. */
export function nodeName({ schema_name, step, tool }: TrailNode): string {
  return [schema_name, step, tool].filter((part) => part !== undefined).join(' ');
}

/** What went wrong with a node or is missing from it: `erased`, `waits for a person`, `stopped`, `failed: <code>`, `incomplete`. Usually empty. */
export function nodeIssues({ action, approval, error, partial, erased }: TrailNode): string[] {
  return [
    ...(erased ? ['erased'] : []),
    ...(approval === undefined ? [] : [approval === 'waiting' ? 'waits for a person' : approval]),
    ...(action === 'stopped' ? ['stopped'] : []),
    ...(error === undefined ? [] : [`failed: ${error}`]),
    ...(partial ? ['incomplete'] : []),
  ];
}

/** When the work of a node began and ended. A turn is published when it opens, everything else when its work is done. */
export function nodeSpan({ schema_name, at_ms, duration_ms = 0 }: TrailNode): TimeSpan {
  return schema_name.startsWith('agent.turn.')
    ? { from: at_ms, to: at_ms + duration_ms }
    : { from: at_ms - duration_ms, to: at_ms };
}
