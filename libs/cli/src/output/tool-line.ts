import type { StreamedEvent } from '@crumbtrail/client';
import {
  satisfies,
  ToolRequest,
  type ToolRequestV1,
  ToolResponse,
  type ToolResponseV1,
  asPayload,
} from '@crumbtrail/contracts';
import { toOneLine, truncateText } from '../terminal';
import { formatDuration } from '@crumbtrail/formatting';

const MAX_TEXT = 100;

function requestText({ agent, tool, input }: ToolRequestV1): string {
  return `${agent} calls ${tool} ${truncateText(toOneLine(JSON.stringify(input)), MAX_TEXT)}`;
}

function responseText({ tool, error, text, duration_ms }: ToolResponseV1): string {
  const result = error ? `failed (${error.code}): ${error.message}` : text;
  const took = duration_ms === undefined ? '' : ` (${formatDuration(duration_ms)})`;
  return `${tool}: ${truncateText(toOneLine(result), MAX_TEXT)}${took}`;
}

/** A tool call or its result on one line; null for other events, and for those the reader can't see. */
export function toolLine({ kind, schema_name, crumb }: StreamedEvent): string | null {
  if (!crumb || kind !== 'created') return null;
  if (satisfies(schema_name, ToolRequest.name)) return requestText(asPayload(ToolRequest.name, crumb.context));
  if (satisfies(schema_name, ToolResponse.name)) return responseText(asPayload(ToolResponse.name, crumb.context));
  return null;
}
