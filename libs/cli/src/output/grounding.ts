import type { GroundedReply } from '@crumbtrail/client';
import { authorLabel, type AuthorName, writtenName } from './author-names';
import { toOneLine } from '../terminal';

type Source = GroundedReply['sources'][number];

const GONE = '(erased, or not visible to this key)';

function sourceLine({ id, author, text }: Source, at: number, nameOf: AuthorName): string {
  const content = author === undefined ? GONE : `${authorLabel(author, nameOf)}: ${toOneLine(text ?? '')}`;
  return `  [${at + 1}] ${id}  ${content}`;
}

function sentenceLine({ text, rests_on }: GroundedReply['sentences'][number]): string {
  const marks = rests_on.map(({ source, share }) => `[${source + 1}] ${Math.round(share * 100)}%`);
  return `  ${toOneLine(text ?? '(erased)')}  ${marks.length === 0 ? '–' : marks.join(', ')}`;
}

/** What each sentence of a reply rests on, with how much of it each source says, and the sources by number. */
export function groundingLines(
  { found, sentences, sources, beyond = 0 }: GroundedReply,
  nameOf: AuthorName = writtenName,
): string[] {
  if (!found) return ['No source was found for this reply, or none that this key may see.'];
  const more = beyond > 0 ? [`  ${beyond} more sentences were not looked at`] : [];
  return [
    'The reply rests on:',
    ...sentences.map(sentenceLine),
    ...more,
    '',
    ...sources.map((source, at) => sourceLine(source, at, nameOf)),
  ];
}
