import { RANKING_WEIGHTS } from '@crumbtrail/contracts';
import { fold, readQuestionKeys, type QuestionKey } from '@crumbtrail/text';
import { LRUCache } from 'lru-cache';
import type { RankableText, RankingQuestion } from './question';
import { TextList, type Continuation } from './text-list';

/** Names that are roles: such a word in a question is not a person's name. */
const ROLES = new Set(['user', 'assist', 'oper', 'agent', 'system', 'tool', 'someon']);
/** Where a question names several speakers, it is about the first, with less certainty. */
const FIRST_OF_SEVERAL = RANKING_WEIGHTS.parameters.first_of_several;

/** The parts of a question in which speakers are looked for. */
type SpeakerQuestion = Pick<RankingQuestion, 'text' | 'members'>;
type Author = RankableText['author'];

const authorKey = ({ kind, id, name }: Author): string => `${kind}:${id}:${name ?? ''}`;

/** The words of a name, each with the keys by which a question may have it. */
type NameKeys = readonly (readonly string[])[];
const known = new LRUCache<string, NameKeys>({ max: 10_000 });

function readName(name: string): NameKeys {
  const found = known.get(name);
  if (found) return found;
  const words = name.split(/[\s\-_.]+/).filter((word) => word !== '');
  const keys = words.map((word) => {
    const read = readQuestionKeys(word).flatMap(({ key, isForm }) => (isForm ? [] : [key]));
    return read.length === 0 ? [fold(word)] : read;
  });
  known.set(name, keys);
  return keys;
}

/** The names of an author. */
interface AuthorNames {
  /** The id, the full name (in the session, else of the text), and a person's first name. */
  readonly names: readonly NameKeys[];
  /** A person's last name, or the given name where the family's comes first. Many are other words, too: only one that is written as a name counts. */
  readonly last: NameKeys;
}

function listNames(author: Author, { members }: SpeakerQuestion): AuthorNames {
  const member = members.find(({ kind, id }) => kind === author.kind && id === author.id);
  const full = readName(member?.name ?? author.name ?? '');
  const isPerson = author.kind !== 'agent' && author.kind !== 'service';
  const names = [readName(author.id), full, isPerson ? full.slice(0, 1) : []].filter((name) => name.length > 0);
  return { names, last: isPerson && full.length > 1 ? full.slice(-1) : [] };
}

/** The keys of a question, each with the number of its word. */
type KeyPlaces = ReadonlyMap<string, number>;

/** The words of a question in which authors are looked for. */
interface AskedKeys {
  readonly all: KeyPlaces;
  /** Those with a capital, and those of scripts without capitals. */
  readonly names: KeyPlaces;
}

/** A letter of upper case, or of a script without case. */
const NAME_LETTER = /^[\p{Lu}\p{Lo}]/u;

const isOwnKey = ({ isForm }: QuestionKey): boolean => !isForm;

/** @param isAsked of which keys of the question */
function readAsked(text: string, isAsked = isOwnKey): AskedKeys {
  const keys = readQuestionKeys(text).filter(isAsked);
  const isName = ({ from }: QuestionKey): boolean => NAME_LETTER.test(text.slice(from, from + 2));
  const places = (some: readonly QuestionKey[]): KeyPlaces => new Map(some.map(({ key, word }) => [key, word]));
  return { all: places(keys), names: places(keys.filter(isName)) };
}

/** The first word of the question that has this word of a name; undefined where none has. */
function findWord(keys: readonly string[], asked: KeyPlaces): number | undefined {
  return keys
    .filter((key) => !ROLES.has(key))
    .flatMap((key) => asked.get(key) ?? [])
    .toSorted((a, b) => a - b)[0];
}

/** Number of the word by which a question first names an author; null where it does not. */
function findName(author: Author, asked: AskedKeys, question: SpeakerQuestion): number | null {
  const { names, last } = listNames(author, question);
  const findWhole = (name: NameKeys, keys: KeyPlaces): number[] => {
    const found = name.map((word) => findWord(word, keys));
    return found.every((place) => place !== undefined) ? found.slice(0, 1) : [];
  };
  const places = [...names.flatMap((name) => findWhole(name, asked.all)), ...findWhole(last, asked.names)];
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

/** An author whom a question names, and the word by which it does so first. */
interface NamedAuthor {
  readonly author: Author;
  readonly place: number;
}

function findNamed(authors: readonly Author[], question: SpeakerQuestion, isAsked?: typeof isOwnKey): NamedAuthor[] {
  const asked = readAsked(question.text, isAsked);
  return authors.flatMap((author) => {
    const place = findName(author, asked, question);
    return place === null ? [] : [{ author, place }];
  });
}

/** The authors whom a question names, also by another form of their given name where that word is nobody's name: `Liz` for Elizabeth. */
function findNamedAuthors(authors: readonly Author[], question: SpeakerQuestion): readonly NamedAuthor[] {
  const named = findNamed(authors, question);
  const taken = new Set(named.map(({ place }) => place));
  const mayName = ({ isForm, isGivenName, word }: QuestionKey): boolean => !isForm || (isGivenName && !taken.has(word));
  return findNamed(authors, question, mayName);
}

/**
 * Scores authors by whether the question is about them: 1 for the only author it names, less for the first of several, else 0.
 * Null where the question names no author of these texts.
 */
export function matchSpeakers(
  list: TextList<RankableText>,
  question: SpeakerQuestion,
): ((author: Author) => number) | null {
  const named = findNamedAuthors([...list.continued(AUTHORS).values()], question);
  const subject = named.toSorted((a, b) => a.place - b.place)[0]?.author;
  if (subject === undefined) return null;
  const key = authorKey(subject);
  const score = named.length === 1 ? 1 : FIRST_OF_SEVERAL;
  return (author) => (authorKey(author) === key ? score : 0);
}

/** The authors of these texts and the members of the session that a question names. */
const findNamedPersons = (list: TextList<RankableText>, question: SpeakerQuestion): readonly Author[] =>
  findNamedAuthors([...list.continued(AUTHORS).values(), ...question.members], question).map(({ author }) => author);

/** The keys by which a question names authors of these texts, or members of the session. */
export const findNameKeys = (list: TextList<RankableText>, question: SpeakerQuestion): ReadonlySet<string> =>
  new Set(
    findNamedPersons(list, question).flatMap((author) => {
      const { names, last } = listNames(author, question);
      return [...names, last].flat(2);
    }),
  );

/** The ids of the members of the session that a question names. */
export const findNamedMembers = (question: SpeakerQuestion): readonly string[] =>
  findNamedPersons(new TextList<RankableText>([]), question).map(({ id }) => id);
