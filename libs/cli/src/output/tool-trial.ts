import type { ToolTrial } from '@crumbtrail/client';
import { formatDuration } from '@crumbtrail/formatting';

function outcome({ try: { context }, result }: ToolTrial): string[] {
  if (!result) return [`${context.tool} is still running. Follow it in its trail.`];
  const { tool, error, text, duration_ms } = result.context;
  const took = duration_ms === undefined ? [] : ['', `in ${formatDuration(duration_ms)}`];
  return [error ? `${tool} failed (${error.code}): ${error.message}` : text, ...took];
}

/** What came of a tool that was tried, as a model would read it, and where it is recorded. */
export function toolTrialLines(tried: ToolTrial, url: string): string[] {
  return [...outcome(tried), '', `trail ${tried.trail_id}`, `      ${url}/trails/${tried.trail_id}`];
}
