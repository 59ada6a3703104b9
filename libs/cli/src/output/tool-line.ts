import type { StreamedEvent } from '@crumbtrail/client';
import { satisfies, ToolRequest, type ToolRequestV1, ToolResponse, type ToolResponseV1 } from '@crumbtrail/contracts';
import { toOneLine, truncate } from '../terminal';
import { formatDuration } from '@crumbtrail/formatting';

const LONGEST = 100;

function requestText({ agent, tool, input }: ToolRequestV1): string {
  return `${agent} calls ${tool} ${truncate(toOneLine(JSON.stringify(input)), LONGEST)}`;
}

function responseText({ tool, error, text, duration_ms }: ToolResponseV1): string {
  const says = error ? `failed (${error.code}): ${error.message}` : text;
  const took = duration_ms === undefined ? '' : ` (${formatDuration(duration_ms)})`;
  return `${tool}: ${truncate(toOneLine(says), LONGEST)}${took}`;
}

/** That a tool is used, and what came of it, on one line; null for anything else, and for what the reader may not see. */
export function toolLine({ kind, schema_name, crumb }: StreamedEvent): string | null {
  if (!crumb || kind !== 'created') return null;
  if (satisfies(schema_name, ToolRequest.name)) return requestText(crumb.context as unknown as ToolRequestV1);
  if (satisfies(schema_name, ToolResponse.name)) return responseText(crumb.context as unknown as ToolResponseV1);
  return null;
}
