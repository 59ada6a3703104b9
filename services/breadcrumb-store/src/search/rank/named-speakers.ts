import { RANKING_WEIGHTS } from '@crumbtrail/contracts';
import { words } from '@crumbtrail/hints';
import type { RankableText, RankingQuestion } from './question';
import type { Continuation, TextList } from './text-list';

/** Names that are roles: such a word in a question is not a person's name. */
const ROLES = new Set(['user', 'assistant', 'operator', 'agent', 'system', 'tool', 'someone']);
/** Where a question names several speakers, it is about the first, with less certainty. */
const FIRST_OF_SEVERAL = RANKING_WEIGHTS.parameters.first_of_several;

/** The parts of a question in which speakers are looked for. */
type SpeakerQuestion = Pick<RankingQuestion, 'text' | 'members'>;
type Author = RankableText['author'];

const authorKey = ({ kind, id, name }: Author): string => `${kind}:${id}:${name ?? ''}`;
const stripPossessive = (word: string): string => word.replace(/['’]s?$/, '');

/** The names of an author, each as its words: the id, the full name (in the session, else of the text), and a person's first name. */
function listNames(author: Author, { members }: SpeakerQuestion): string[][] {
  const member = members.find(({ kind, id }) => kind === author.kind && id === author.id);
  const full = words(member?.name ?? author.name ?? '');
  const first = author.kind === 'agent' || author.kind === 'service' ? [] : full.slice(0, 1);
  return [words(author.id.replace(/[-_.]+/g, ' ')), full, first].filter((name) => name.length > 0);
}

/** Index of the word by which a question first names an author; null where it does not. */
function findName(author: Author, asked: readonly string[], question: SpeakerQuestion): number | null {
  const places = listNames(author, question)
    .filter((name) => name.every((word) => asked.includes(word) && !ROLES.has(word)))
    .map((name) => asked.indexOf(name[0] ?? ''));
  return places.length === 0 ? null : Math.min(...places);
}

type AuthorsByKey = ReadonlyMap<string, Author>;

function addAuthors(before: AuthorsByKey, texts: readonly RankableText[], from: number): AuthorsByKey {
  const authors = new Map(before);
  for (let at = from; at < texts.length; at += 1) {
    const { author } = texts[at] as RankableText;
    authors.set(authorKey(author), author);
  }
  return authors;
}

const AUTHORS: Continuation<RankableText, AuthorsByKey> = {
  compute: (texts) => addAuthors(new Map(), texts, 0),
  append: addAuthors,
};

/**
 * Scores authors by whether the question is about them: 1 for the only author it names, less for the first of several, else 0.
 * Null where the question names no author of these texts.
 */
export function matchSpeakers(
  list: TextList<RankableText>,
  question: SpeakerQuestion,
): ((author: Author) => number) | null {
  const asked = words(question.text).map(stripPossessive);
  const named = [...list.continued(AUTHORS)].flatMap(([key, author]) => {
    const place = findName(author, asked, question);
    return place === null ? [] : [{ key, place }];
  });
  const subject = named.sort((a, b) => a.place - b.place)[0]?.key;
  if (subject === undefined) return null;
  const score = named.length === 1 ? 1 : FIRST_OF_SEVERAL;
  return (author) => (authorKey(author) === subject ? score : 0);
}
