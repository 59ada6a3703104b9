import type { StreamedEvent } from '@crumbtrail/client';
import { describeAudience } from '@crumbtrail/formatting';
import { type AuthorName, authorLabel, writtenName } from './author-names';
import { crumbText } from './crumb-text';
import { cutToWidth } from '../width';

/** For whom a new breadcrumb is, unless everybody may read it. */
function readersNote({ crumb, kind }: StreamedEvent): string {
  const readers = kind === 'created' ? describeAudience(crumb?.audience) : undefined;
  return readers === undefined ? '' : ` (${readers})`;
}

/** One event on one line: time, schema, author, session and text. */
export function eventLine(event: StreamedEvent, width: number, nameOf: AuthorName = writtenName): string {
  const { crumb, kind, schema_name, session } = event;
  const author = authorLabel(crumb?.author ?? event.author, nameOf);
  const time = crumb ? crumb.created_at.slice(11, 19) : '        ';
  const what = kind === 'created' ? schema_name : `${schema_name} ${kind}`;
  const where = session ? ` in ${session}` : '';
  const text = crumb && kind !== 'erased' ? crumbText(crumb) : '';
  return cutToWidth(`${time}  ${what}  ${author}${where}${readersNote(event)}${text ? `: ${text}` : ''}`, width);
}
