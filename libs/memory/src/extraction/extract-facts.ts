import { createHash } from 'node:crypto';
import { MAX_FACT_CHARACTERS } from '@crumbtrail/contracts';
import { nameAuthor, type Fact, type MessageAuthor, type SourceMessage } from '../fact';
import { readsEnglish } from '../sentences/is-english';
import { restoreCapitals, restoreFirstPerson } from '../sentences/restore-capitals';
import { readTerms, type TermKind } from '../sentences/read-terms';
import { attributeStatement } from './attribute-statement';
import { participantOf } from './find-named';
import { judgeStatement } from './judge-statement';
import { readRelation, type ReadRelation } from './read-relation';
import { readStatements, type StatedSentence } from './read-statements';
import { findDates, insertDates, type ResolvedDate } from './resolve-dates';

/** What extraction needs to know besides the messages. */
export interface ExtractOptions {
  /** Texts that were recalled into the contexts of these messages: a sentence that repeats one is no new fact. Default: none. */
  readonly recalled?: readonly string[];
  /** Others who may be meant by a name, besides the authors of the messages. Default: none. */
  readonly participants?: readonly MessageAuthor[];
  /** Most facts; the surest stay. Default: all. */
  readonly most?: number;
  /** IANA name of the zone in which days begin. Default: UTC. */
  readonly timeZone?: string | undefined;
}

interface Candidate {
  readonly message: SourceMessage;
  readonly nth: number;
  readonly statement: StatedSentence;
  readonly terms: ReadonlyMap<string, TermKind>;
  readonly relation: ReadRelation | undefined;
  readonly isEnglish: boolean;
  readonly confidence: number;
}

const MOST_STATEMENTS = 200;

/** The id of a fact, made of its source and the number of its sentence. It holds no words, so that it may outlive an erasure. */
export function deriveFactId({ id, version }: Pick<SourceMessage, 'id' | 'version'>, nth: number): string {
  return createHash('sha256').update(`${id}:${version}:${nth}`).digest('hex').slice(0, 16);
}

/** `writers`: participants who write English; a sentence that does not tell is English, too. */
function readCandidates(message: SourceMessage, writers: ReadonlySet<string>): Candidate[] {
  const speaker = nameAuthor(message.author);
  const statements = readStatements(message.text).slice(0, MOST_STATEMENTS);
  return statements.flatMap((said, nth): Candidate[] => {
    const english = readsEnglish(said.text) ?? writers.has(participantOf(message.author));
    const statement = english ? { ...said, text: restoreFirstPerson(said.text) } : said;
    const terms = readTerms(statement.text);
    const relation = english ? readRelation(restoreCapitals(statement.text, said.text), speaker) : undefined;
    const confidence = judgeStatement({ statement, terms, relation, isEnglish: english });
    return confidence === undefined
      ? []
      : [{ message, nth, statement, terms, relation, isEnglish: english, confidence }];
  });
}

/** The participants of whose sentences one is English. */
function findEnglish(messages: readonly SourceMessage[]): ReadonlySet<string> {
  const writers = messages.filter(({ text }) => readStatements(text).some((said) => readsEnglish(said.text) === true));
  return new Set(writers.map(({ author }) => participantOf(author)));
}

/** Are all terms of a text in one of the others? One term that is not there may be what has changed. */
function isRepeated(terms: ReadonlyMap<string, TermKind>, others: readonly ReadonlyMap<string, TermKind>[]): boolean {
  const names = [...terms.keys()];
  return names.length > 0 && others.some((other) => names.every((term) => other.has(term)));
}

const PROMISED =
  /^(?:I|We)(?:'ve| have|'ll| will| booked| sent| ordered| scheduled| cancelled| changed| set| found| moved)\b/;

/** Of what an agent says, only statements about itself, and what it did or promises, are facts: much else is general knowledge. */
const isOfAgent = ({ relation, statement }: Candidate): boolean =>
  relation?.isOfSpeaker === true || PROMISED.test(statement.text);

function keepUnsaid(candidates: readonly Candidate[], recalled: readonly string[]): Candidate[] {
  const known = recalled.map((text) => readTerms(text));
  const ofPeople = candidates.filter(({ message }) => message.author.kind !== 'agent');
  const said = ofPeople.map(({ terms }) => terms);
  return candidates.filter((one) => {
    if (known.length > 0 && isRepeated(one.terms, known)) return false;
    return one.message.author.kind !== 'agent' || (isOfAgent(one) && !isRepeated(one.terms, said));
  });
}

const SINCE = /\bsince (?:(?:early|late|mid) )?(?<year>(?:19|20)\d{2})\b/i;
const UNTIL = /\buntil\b/i;
const BEGAN =
  /\b(?:moved|started|joined|became|got|began|bought|adopted|married|since|opened|launched|switched|changed|turned)\b/i;

/** Since when and until when a statement holds, where it says so. */
function readValidity(text: string, dates: readonly ResolvedDate[]): Pick<Fact, 'from' | 'until'> {
  const year = SINCE.exec(text)?.groups?.year;
  const [date] = dates;
  if (year !== undefined) return { from: `${year}-01-01T00:00:00.000Z` };
  if (date === undefined) return {};
  const at = date.at;
  if (UNTIL.test(text.slice(0, date.end))) return { until: at };
  return BEGAN.test(text) ? { from: at } : {};
}

const omit = ({ isOfSpeaker: _, ...part }: ReadRelation): Omit<ReadRelation, 'isOfSpeaker'> => part;

/** What is known besides a candidate. */
interface FactSetting {
  readonly participants: readonly MessageAuthor[];
  readonly timeZone: string | undefined;
}

function toFact(candidate: Candidate, { participants, timeZone }: FactSetting): Fact {
  const { message, nth, statement, relation, confidence } = candidate;
  const { author, at, session, id, version } = message;
  const language = candidate.isEnglish ? 'en' : undefined;
  const dates = findDates(statement.text, { at, timeZone, language });
  const said = {
    text: insertDates(statement.text, dates),
    author,
    relation,
    isEnglish: candidate.isEnglish,
    participants,
  };
  const { text, ...attributed } = attributeStatement(said);
  return {
    id: deriveFactId(message, nth),
    text: text.slice(0, MAX_FACT_CHARACTERS).trim(),
    ...attributed,
    ...(relation === undefined ? {} : omit(relation)),
    ...readValidity(statement.text, dates),
    confidence,
    session,
    at,
    sources: [{ id, version }],
  };
}

/** Everybody who may be meant by a name, each once. */
function listParticipants(messages: readonly SourceMessage[], others: readonly MessageAuthor[]): MessageAuthor[] {
  const all = [...others, ...messages.map(({ author }) => author)];
  return [...new Map(all.map((one) => [participantOf(one), one])).values()];
}

/** The surest candidates, in the order in which they were said. */
function limitCandidates(candidates: readonly Candidate[], most: number): readonly Candidate[] {
  if (candidates.length <= most) return candidates;
  const worth = ({ confidence, terms }: Candidate): number => confidence + Math.min(terms.size, 10) / 100;
  const best = new Set(candidates.toSorted((a, b) => worth(b) - worth(a)).slice(0, most));
  return candidates.filter((one) => best.has(one));
}

/**
 * The facts of messages without a model: sentences that state something that lasts, each naming whom it is about, with relative dates
 * resolved against when it was said. Questions, requests, reactions, code and quoted or recalled text are none. The same messages always
 * give the same facts, in the order of the messages.
 */
export function extractFacts(messages: readonly SourceMessage[], options: ExtractOptions = {}): Fact[] {
  const { recalled = [], participants = [], most = Infinity, timeZone } = options;
  const ordered = messages.toSorted((a, b) => a.position - b.position);
  const writers = findEnglish(ordered);
  const candidates = ordered.flatMap((message) => readCandidates(message, writers));
  const setting = { participants: listParticipants(messages, participants), timeZone };
  return limitCandidates(keepUnsaid(candidates, recalled), most).map((one) => toFact(one, setting));
}
