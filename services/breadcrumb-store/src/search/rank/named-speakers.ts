import { words } from '@crumbtrail/hints';
import type { RankableText, RankingQuestion } from './question';
import { memoizeByList } from './memoize';

/** Names that are roles: a question that holds such a word means nobody by it. */
const ROLES = new Set(['user', 'assistant', 'operator', 'agent', 'system', 'tool', 'someone']);
/** Of several who are named, the first is what the question is about, with less certainty. */
const FIRST_OF_SEVERAL = 0.5;

/** What names somebody, and by which names. */
type SpeakerQuestion = Pick<RankingQuestion, 'text' | 'members'>;
type Author = RankableText['author'];

const authorKey = ({ kind, id }: Author): string => `${kind}:${id}`;
const stripPossessive = (word: string): string => word.replace(/['’]s?$/, '');

/** What an author may be called by: the id, the whole name, and a person's first name. */
function listNames(author: Author, { members }: SpeakerQuestion): string[][] {
  const member = members.find((one) => authorKey(one) === authorKey(author));
  const full = words(member?.name ?? '');
  const first = author.kind === 'agent' || author.kind === 'service' ? [] : full.slice(0, 1);
  return [words(author.id.replace(/[-_.]+/g, ' ')), full, first].filter((name) => name.length > 0);
}

/** Where a question names an author first; null where it does not. */
function findName(author: Author, asked: readonly string[], question: SpeakerQuestion): number | null {
  const places = listNames(author, question)
    .filter((name) => name.every((word) => asked.includes(word) && !ROLES.has(word)))
    .map((name) => asked.indexOf(name[0] ?? ''));
  return places.length === 0 ? null : Math.min(...places);
}

/** Everybody who speaks in a pool. */
const authorsOf = memoizeByList(
  (pool: readonly RankableText[]) => new Map<string, Author>(pool.map(({ author }) => [authorKey(author), author])),
);

/** How much an author is who the question is about: 1 for the only one it names, half for the first of several, else 0; null where it names nobody. */
export function matchSpeakers(
  pool: readonly RankableText[],
  question: SpeakerQuestion,
): ((author: Author) => number) | null {
  const asked = words(question.text).map(stripPossessive);
  const named = [...authorsOf(pool)].flatMap(([key, author]) => {
    const place = findName(author, asked, question);
    return place === null ? [] : [{ key, place }];
  });
  const subject = named.sort((a, b) => a.place - b.place)[0]?.key;
  if (subject === undefined) return null;
  const share = named.length === 1 ? 1 : FIRST_OF_SEVERAL;
  return (author) => (authorKey(author) === subject ? share : 0);
}
