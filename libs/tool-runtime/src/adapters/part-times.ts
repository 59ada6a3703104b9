import { asPayload, ToolRequest, type Envelope } from '@crumbtrail/contracts';
import type { PartResult } from '../tool-log';

/** When a part is to begin, and how long it waited for a person. `end`: the decision, or the response if there is none. */
export function partTimes(asked: Envelope | null, end: Envelope | null): Pick<PartResult, 'not_before' | 'waited'> {
  const { approval, not_before } = asPayload(ToolRequest.name, asked?.context) ?? {};
  const since = Date.parse(asked?.created_at ?? '');
  const until = end ? { until: Date.parse(end.created_at) } : {};
  return {
    ...(not_before !== undefined && { not_before: Date.parse(not_before) }),
    ...(approval && { waited: { since, ...until } }),
  };
}
