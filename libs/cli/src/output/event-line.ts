import type { StreamedEvent } from '@crumbtrail/client';
import type { Envelope } from '@crumbtrail/contracts';
import { toOneLine, truncate } from '../terminal';

function eventText({ context }: Envelope): string {
  const { content, error, name, agent } = context as Record<string, unknown>;
  const message = (error as { message?: unknown } | undefined)?.message;
  const found = [content, message, name, agent].find((one) => typeof one === 'string');
  return typeof found === 'string' ? toOneLine(found) : '';
}

/** One event on one line: when, what, who, and what it says. */
export function eventLine(event: StreamedEvent, width: number): string {
  const { crumb, kind, schema_name, session, author } = event;
  const at = crumb ? crumb.created_at.slice(11, 19) : '        ';
  const what = kind === 'created' ? schema_name : `${schema_name} ${kind}`;
  const where = session ? ` in ${session}` : '';
  const says = crumb && kind !== 'erased' ? eventText(crumb) : '';
  return truncate(`${at}  ${what}  ${author.kind} ${author.id}${where}${says ? `: ${says}` : ''}`, width);
}
