import { hammingDistance, simhash, stem, words } from '@crumbtrail/hints';
import type { Fact } from '../fact';
import type { TermReader } from '../sentences/read-terms';

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
  readonly hash: string;
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
/** The most bits, of 64, in which the fingerprints of near-identical texts differ. */
const NEAR_BITS = 6;
/** Least share of the terms of both that near-identical texts have in common. */
const NEAR_SHARE = 0.85;

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
const termsOfSubject = ({ about = '' }: Fact, text: string, reader: TermReader): string[] =>
  about === '' ? [] : [...reader.read(`. ${/^\p{Lu}[\p{L}\p{M}-]*/u.exec(text)?.[0] ?? ''}`).keys()];

const isNumeric = (term: string): boolean => /^\d/.test(term);

function readClause(text: string, ignored: ReadonlySet<string>, reader: TermReader): FactClause {
  const all = [...reader.read(`. ${text}`).keys()];
  return {
    terms: new Set(all.filter((term) => !isNumeric(term) && !NO_TOPIC.has(term) && !ignored.has(term))),
    numbers: new Set(all.filter(isNumeric)),
    isNegative: NEGATION.test(text),
  };
}

export function readFact(fact: Fact, reader: TermReader): ComparedFact {
  const text = ownText(fact).replaceAll('’', "'");
  const ignored = new Set(termsOfSubject(fact, text, reader));
  const clauses = text.split(CLAUSE).map((clause) => readClause(clause, ignored, reader));
  return {
    fact,
    terms: new Set(reader.read(text).keys()),
    numbers: new Set(clauses.flatMap(({ numbers }) => [...numbers])),
    clauses,
    hash: simhash(text),
  };
}

export const sharedTerms = (a: ReadonlySet<string>, b: ReadonlySet<string>): string[] =>
  [...a].filter((term) => b.has(term));

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one));

const normalise = (text: string | undefined): string =>
  words(text ?? '')
    .map(stem)
    .join(' ');

/** Whether both state the same relation of the same subject. */
export const isSameRelation = (a: Fact, b: Fact): boolean =>
  a.relation !== undefined &&
  b.relation !== undefined &&
  normalise(a.relation) === normalise(b.relation) &&
  normalise(a.subject) === normalise(b.subject);

export const isSameValue = (a: Fact, b: Fact): boolean => normalise(a.value) === normalise(b.value);

const isNegative = ({ clauses }: ComparedFact): boolean => clauses.some((clause) => clause.isNegative);

/** Whether both say the same: nearly the same words, with the same numbers, and both or neither with a denial. */
export function isSameFact(a: ComparedFact, b: ComparedFact): boolean {
  if (ownText(a.fact) === ownText(b.fact)) return true;
  if (isNegative(a) !== isNegative(b) || !isSameSet(a.numbers, b.numbers)) return false;
  if (isSameRelation(a.fact, b.fact) && isSameValue(a.fact, b.fact) && a.fact.value !== undefined) return true;
  const [shared, most] = [sharedTerms(a.terms, b.terms).length, Math.max(a.terms.size, b.terms.size)];
  return shared > 0 && shared >= NEAR_SHARE * most && (shared === most || hammingDistance(a.hash, b.hash) <= NEAR_BITS);
}
