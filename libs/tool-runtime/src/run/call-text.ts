import type { ToolDefV1 } from '@crumbtrail/contracts';
import { plainArgument } from '@crumbtrail/prompting';

/** Maximum characters of a call in a response. */
const MOST = 300;

/**
 * A call as a model reads it: `check_will(P3)` when one plain text is the only argument, else `dice({"sides":6})`;
 * truncated when it is long.
 */
export function callText(tool: string, input: Record<string, unknown>, definition?: ToolDefV1): string {
  const property = definition && plainArgument(definition);
  const only = property !== undefined && Object.keys(input).length === 1 ? input[property] : undefined;
  const given = typeof only === 'string' ? only.replace(/\s+/g, ' ') : JSON.stringify(input);
  const room = MOST - tool.length - '()'.length;
  const text = given.length > room ? `${given.slice(0, room - 1).toWellFormed()}…` : given.toWellFormed();
  return `${tool}(${text})`;
}
