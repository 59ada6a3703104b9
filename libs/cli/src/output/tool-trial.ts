import type { ToolTrial } from '@crumbtrail/client';
import { formatDuration } from '@crumbtrail/formatting';

function resultLines({ try: { context }, result }: ToolTrial): string[] {
  if (!result) return [`${context.tool} is still running. Follow it in its trail.`];
  const { tool, error, text, duration_ms } = result.context;
  const took = duration_ms === undefined ? [] : ['', `in ${formatDuration(duration_ms)}`];
  return [error ? `${tool} failed (${error.code}): ${error.message}` : text, ...took];
}

/** The result of a tool trial as a model would read it, and the address of its trail. */
export function toolTrialLines(trial: ToolTrial, url: string): string[] {
  return [...resultLines(trial), '', `trail ${trial.trail_id}`, `      ${url}/trails/${trial.trail_id}`];
}
