import type { GroundedReply } from '@crumbtrail/client';
import type { CitedSource } from '@crumbtrail/contracts';
import { authorLabel, type AuthorName, writtenName } from './author-names';
import { toOneLine } from '../terminal';

type Source = GroundedReply['sources'][number];

const GONE = '(erased, or not visible to this key)';

const percent = (share: number): string => `${Math.round(share * 100)}%`;

const sourceText = ({ author, text = '' }: Pick<Source, 'author' | 'text'>, nameOf: AuthorName): string =>
  author === undefined ? GONE : `${authorLabel(author, nameOf)}: ${toOneLine(text)}`;

function sourceLine(source: Source, at: number, nameOf: AuthorName): string {
  return `  [${at + 1}] ${source.id}  ${sourceText(source, nameOf)}`;
}

function sentenceLine({ text, rests_on }: GroundedReply['sentences'][number]): string {
  const marks = rests_on.map(({ source, share }) => `[${source + 1}] ${percent(share)}`);
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

/** Further sources of a reply in a trail are only counted. */
const MOST_CITED = 4;

/** What a reply in a trail rests on, one source per line: how much of its best sentence, the breadcrumb, and the start of its text. */
export function citationLines(
  citations: readonly CitedSource[],
  nameOf: AuthorName,
  shorten: (id: string) => string,
): string[] {
  const shown = citations.slice(0, MOST_CITED);
  const more = citations.length - shown.length;
  return [
    ...shown.map((one) => `rests on ${percent(one.share)}  ${shorten(one.id)}  ${sourceText(one, nameOf)}`),
    ...(more > 0 ? [`and on ${more} more`] : []),
  ];
}
