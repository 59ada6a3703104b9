import type { StreamedEvent } from '@crumbtrail/client';
import type { Envelope } from '@crumbtrail/contracts';
import { toOneLine, truncateText } from '../terminal';

function eventText({ context }: Envelope): string {
  const { content, error, name, agent } = context as Record<string, unknown>;
  const message = (error as { message?: unknown } | undefined)?.message;
  const text = [content, message, name, agent].find((one) => typeof one === 'string');
  return typeof text === 'string' ? toOneLine(text) : '';
}

/** One event on one line: time, schema, author, session and text. */
export function eventLine(event: StreamedEvent, width: number): string {
  const { crumb, kind, schema_name, session, author } = event;
  const time = crumb ? crumb.created_at.slice(11, 19) : '        ';
  const what = kind === 'created' ? schema_name : `${schema_name} ${kind}`;
  const where = session ? ` in ${session}` : '';
  const text = crumb && kind !== 'erased' ? eventText(crumb) : '';
  return truncateText(`${time}  ${what}  ${author.kind} ${author.id}${where}${text ? `: ${text}` : ''}`, width);
}
