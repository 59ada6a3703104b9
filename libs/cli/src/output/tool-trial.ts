import type { ToolTrial } from '@crumbtrail/client';
import { formatDuration } from '@crumbtrail/formatting';

function resultLines({ try: { context }, result }: ToolTrial): string[] {
  if (!result) return [`${context.tool} is still running. Follow it in its trail.`];
  const { tool, error, text, duration_ms, logs = [] } = result.context;
  const logged = logs.length === 0 ? [] : ['', 'its log:', ...logs.map((line) => `  ${line}`)];
  const took = duration_ms === undefined ? [] : ['', `in ${formatDuration(duration_ms)}`];
  return [error ? `${tool} failed (${error.code}): ${error.message}` : text, ...logged, ...took];
}

/** The result of a tool trial as a model would read it, and the address of its trail. */
export function toolTrialLines(trial: ToolTrial, url: string): string[] {
  return [...resultLines(trial), '', `trail ${trial.trail_id}`, `      ${url}/trails/${trial.trail_id}`];
}
