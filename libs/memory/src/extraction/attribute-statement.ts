import { nameAuthor, type Fact, type MessageAuthor } from '../fact';
import { findNamed, participantOf } from './find-named';
import { nameSpeaker } from './name-speaker';
import type { ReadRelation } from './read-relation';

/** A statement, and who is there. */
export interface SaidStatement {
  /** With its dates resolved. */
  readonly text: string;
  readonly author: MessageAuthor;
  readonly relation: ReadRelation | undefined;
  readonly isEnglish: boolean;
  /** Everybody who may be meant by a name. */
  readonly participants: readonly MessageAuthor[];
}

/** The most participants that a fact lists. */
const MOST = 16;
const FIRST_PERSON = /\b(?:I|[Mm]y|[Mm]e|[Mm]yself|[Mm]ine|[Ww]e|[Oo]urs?|[Uu]s|[Oo]urselves)\b/;

/** Whom a statement is about: another participant only where it is about one and not about the speaker; else the speaker. */
function subjectOf({ text, author, relation, isEnglish }: SaidStatement, named: readonly MessageAuthor[]): string {
  const [first] = named;
  const isOfOther = isEnglish && first !== undefined && relation?.isOfSpeaker !== true && !FIRST_PERSON.test(text);
  if (!isOfOther) return participantOf(author);
  const [subject = first] = findNamed(relation?.subject ?? '', named);
  return participantOf(subject);
}

/** The words of a statement with the name of who said it. */
function wordsOf({ text, author, isEnglish }: SaidStatement): string {
  const name = nameAuthor(author);
  return isEnglish ? nameSpeaker(text, name) : `${name}: ${text}`;
}

/**
 * The words of a statement with the name of who said it, whom it is about, whose statement it is, and whom else it names. A sentence that is not
 * understood is about its author.
 */
export function attributeStatement(said: SaidStatement): Pick<Fact, 'text' | 'about' | 'said_by' | 'names'> {
  const author = participantOf(said.author);
  const others = findNamed(
    said.text,
    said.participants.filter((one) => participantOf(one) !== author),
  );
  const about = subjectOf(said, others);
  // The text names who said it, where it is about somebody else.
  const names = [...new Set([author, ...others.map(participantOf)])].filter((one) => one !== about).slice(0, MOST);
  return { text: wordsOf(said), about, said_by: [author], ...(names.length > 0 ? { names } : {}) };
}
