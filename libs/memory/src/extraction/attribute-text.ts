import { nameAuthor, type Fact, type MessageAuthor } from '../fact';
import { findNamed, participantOf } from './find-named';

/** A text that somebody else wrote of what was said, such as a model, and those who said it. */
export interface WrittenText {
  readonly text: string;
  /** Whom it is about, as kind and id, where its writer said so. */
  readonly about?: string | undefined;
  /** The authors of its sources. */
  readonly authors: readonly MessageAuthor[];
  /** Everybody who may be meant by a name. */
  readonly participants: readonly MessageAuthor[];
}

/** The most participants that a fact lists. */
const MOST = 16;
/** Who said it, at the beginning of a fact. */
const SAID = /^[^:\n]{1,120}? says?: /u;

const each = (authors: readonly MessageAuthor[]): MessageAuthor[] => [
  ...new Map(authors.map((one) => [participantOf(one), one])).values(),
];

/** Those whose statement a text is: the people among its authors, because agents ask and repeat; without people the agents. */
function listSpeakers(authors: readonly MessageAuthor[]): MessageAuthor[] {
  const people = authors.filter(({ kind }) => kind !== 'agent');
  return each(people.length > 0 ? people : authors).slice(0, MOST);
}

/** Whom a text is about where its writer did not say so: the first whom it names, else the only one who said it. */
function guessAbout(speakers: readonly MessageAuthor[], named: readonly MessageAuthor[]): string | undefined {
  const [only, ...others] = speakers;
  if (only === undefined || only.kind === 'agent' || others.length > 0) return undefined;
  const isNamed = named.some((one) => participantOf(one) === participantOf(only));
  return participantOf(isNamed ? only : (named[0] ?? only));
}

/** The text with the names of its speakers before it, where it is about somebody else. */
function nameSpeakers(text: string, about: string | undefined, speakers: readonly MessageAuthor[]): string {
  if (about === undefined || speakers.every((one) => participantOf(one) === about)) return text;
  const names = speakers.map(nameAuthor);
  const isNamed = names.every((name) => text.toLowerCase().startsWith(name.toLowerCase()));
  return isNamed ? text : `${names.join(', ')} ${names.length === 1 ? 'says' : 'say'}: ${text}`;
}

/** The words of a written text, whom it is about, whose statement it is, and whom else it names. What is said of somebody else names its speakers. */
export function attributeText({
  text,
  about: given,
  authors,
  participants,
}: WrittenText): Pick<Fact, 'text' | 'about' | 'said_by' | 'names'> {
  const speakers = listSpeakers(authors);
  const named = findNamed(text, each([...authors, ...participants]));
  const about = given ?? guessAbout(speakers, named);
  const people = speakers.filter(({ kind }) => kind !== 'agent');
  const all = [...people, ...named].map(participantOf);
  const names = [...new Set(all)].filter((one) => one !== about).slice(0, MOST);
  return {
    text: nameSpeakers(text, about, speakers),
    ...(about === undefined ? {} : { about }),
    ...(speakers.length > 0 ? { said_by: speakers.map(participantOf) } : {}),
    ...(names.length > 0 ? { names } : {}),
  };
}

/** Other words for a fact, with the names of its speakers where the fact has them. */
export function keepSpeaker({ text }: Pick<Fact, 'text'>, words: string): string {
  const said = SAID.exec(text)?.[0];
  if (said === undefined) return words;
  const name = said.replace(/ says?: $/u, '');
  return words.toLowerCase().startsWith(name.toLowerCase()) ? words : `${said}${words}`;
}
