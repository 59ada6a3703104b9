import { words } from '@crumbtrail/hints';
import type { Fact } from '../fact';
import { readTerms } from '../sentences/read-terms';
import { isSameRelation, isSameValue } from './slots';
import { isOwn, isSameSpeaker, speakersOf } from './speakers';

/** A part of a fact: one statement of a sentence with several. */
export interface FactClause {
  readonly terms: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly isNegative: boolean;
}

/** A fact in the form in which facts are compared. */
export interface ComparedFact {
  readonly fact: Fact;
  readonly terms: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly clauses: readonly FactClause[];
  /** Its words in their order, without articles and without the name of who said it. */
  readonly statement: string;
}

/** Denials of what somebody did, has or does; "isn't", "no" and "not sure" deny nothing that they could have stated. */
const NEGATION =
  /\b(?:never|no longer|any ?more|(?:have|has|had)(?:n't| not)|(?:do|does|did)(?:n't| not) (?:have|own|use|like|love|enjoy|eat|drink|work|live|play|speak|drive|smoke|want|plan))\b/i;
const CLAUSE =
  /(?:[,;:–—](?:\s|$)|\s(?:but|although|though|which|because|since|so that|and (?:I|they|he|she|it|we)\b))\s*/iu;
/** Stems that say nothing about the topic: those that tell a statement from its denial, and those that occur in statements of any kind. */
const NO_TOPIC = new Set(
  (
    'never any ever none nothing longer anymor actual yet before now current recent still also just really try make sure want need use help work ' +
    'get go like plan think know see look thing way good best well new some more most much many manag ensur about into through during after'
  ).split(' '),
);
/** Who said it, before what was said. */
const SAID = /^[^:\n]{1,120}? says?: /u;
const ARTICLE = /^(?:an?|the)$/;

/** The words of a text in their order, as far as they can tell it from another one. */
const normaliseStatement = (text: string): string =>
  words(text)
    .filter((word) => !ARTICLE.test(word))
    .join(' ');

/** What an earlier fact said, in the text of the one that replaced it. */
const QUOTE = / \((?:before|also said)(?:, \d{4}-\d\d-\d\d)?: [^]*\)$/;

/** The text of a fact without what it quotes. */
export const ownText = ({ text }: Pick<Fact, 'text'>): string => text.replace(QUOTE, '');

/** Longest quotation of another fact, in characters. */
const LONGEST_QUOTE = 160;

/** What is quoted of a fact: its beginning up to the end of a clause, or of a word. */
export function quoteOf(fact: Pick<Fact, 'text'>): string {
  const text = ownText(fact).replace(/[.\s]+$/u, '');
  if (text.length <= LONGEST_QUOTE) return text;
  const clauses = [...text.slice(0, LONGEST_QUOTE).matchAll(new RegExp(CLAUSE, 'giu'))];
  const end = clauses.findLast(({ index }) => index >= LONGEST_QUOTE / 2)?.index;
  return end === undefined ? `${text.slice(0, LONGEST_QUOTE).replace(/\s+\S*$/u, '')} …` : text.slice(0, end);
}

/** Terms that facts about one participant have in common, whatever they say. */
const termsOfSubject = ({ about = '' }: Fact, text: string): string[] =>
  about === '' ? [] : [...readTerms(`. ${/^\p{Lu}[\p{L}\p{M}-]*/u.exec(text)?.[0] ?? ''}`).keys()];

const isNumeric = (term: string): boolean => /^\d/.test(term);

function readClause(text: string, ignored: ReadonlySet<string>): FactClause {
  const all = [...readTerms(`. ${text}`).keys()];
  return {
    terms: new Set(all.filter((term) => !isNumeric(term) && !NO_TOPIC.has(term) && !ignored.has(term))),
    numbers: new Set(all.filter(isNumeric)),
    isNegative: NEGATION.test(text),
  };
}

export function readFact(fact: Fact): ComparedFact {
  const text = ownText(fact).replaceAll('’', "'");
  const statement = text.replace(SAID, '');
  const ignored = new Set(termsOfSubject(fact, statement));
  const clauses = statement.split(CLAUSE).map((clause) => readClause(clause, ignored));
  return {
    fact,
    terms: new Set(readTerms(statement).keys()),
    numbers: new Set(clauses.flatMap(({ numbers }) => [...numbers])),
    clauses,
    statement: normaliseStatement(statement),
  };
}

export const sharedTerms = (a: ReadonlySet<string>, b: ReadonlySet<string>): string[] =>
  [...a].filter((term) => b.has(term));

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one));

const isNegative = ({ clauses }: ComparedFact): boolean => clauses.some((clause) => clause.isNegative);

/** May one of the two stand for both? What somebody says of another is not what the other said; what is known as the other's own is confirmed by it. */
function isSameStatement({ fact: known }: ComparedFact, { fact: again }: ComparedFact): boolean {
  if (known.about !== again.about && known.about !== undefined && again.about !== undefined) return false;
  return isSameSpeaker(known, again) || isOwn(known) || speakersOf(known).length === 0;
}

/**
 * Whether both say the same: the same relation and value, or the same words in the same order. One other word, number or denial is a
 * difference in any language, because nobody can tell here which word matters.
 */
export function isSameFact(known: ComparedFact, again: ComparedFact): boolean {
  if (!isSameStatement(known, again)) return false;
  if (known.statement === again.statement) return true;
  if (isNegative(known) !== isNegative(again) || !isSameSet(known.numbers, again.numbers)) return false;
  return (
    isSameRelation(known.fact, again.fact) && isSameValue(known.fact, again.fact) && known.fact.value !== undefined
  );
}
