import type { ToolDefV1 } from '@crumbtrail/contracts';
import { plainArgument } from '@crumbtrail/prompting';

/** As many characters of a call as a response keeps. */
const MOST = 300;

/** A call as a model reads it: `check_will(P3)` where one plain text is all that was given, else `dice({"sides":6})`; cut when it is long. */
export function callText(tool: string, input: Record<string, unknown>, definition?: ToolDefV1): string {
  const property = definition && plainArgument(definition);
  const only = property !== undefined && Object.keys(input).length === 1 ? input[property] : undefined;
  const given = typeof only === 'string' ? only.replace(/\s+/g, ' ') : JSON.stringify(input);
  const room = MOST - tool.length - '()'.length;
  const text = given.length > room ? `${given.slice(0, room - 1).toWellFormed()}…` : given.toWellFormed();
  return `${tool}(${text})`;
}
