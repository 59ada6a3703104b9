import type { AccountItem, Candidate, ChunksReply, Envelope } from '@crumbtrail/contracts';
import type { LocatedText } from '@crumbtrail/contracts/operations/why-not';
import { render } from '@crumbtrail/hints';
import { presentCrumb } from '../../gather/build-input';
import type { FoundCrumb, WorkspaceReader } from '../../ports';
import type { RecordedContext } from '../recorded-context';
import {
  foldQuestion,
  foldText,
  hasOtherWords,
  isMatch,
  isSearch,
  parseAskedRef,
  shareOfWords,
  type AskedRef,
} from './asked-text';

/** A text that the question is about. */
export interface AskedText {
  /** In its version as of the context, where it had one. */
  readonly crumb: Envelope;
  /** Was it written, or given these words, after the context was built? */
  readonly isLater: boolean;
  /** Absent: any piece of it. */
  readonly chunk?: number;
  /** The words asked about, folded, where the text contains them. */
  readonly words?: string;
  /** The text of the piece, where the agent may read it. */
  readonly text?: string;
  readonly matched_by: LocatedText['matched_by'];
}

/** What the question is about; without `found`, nothing that the asker may read. */
export interface TextLocation {
  readonly found?: AskedText;
  /** The text that shares most words, though too few. */
  readonly nearest?: Envelope;
  /** When the breadcrumb of the id was erased. */
  readonly erased_at?: string;
}

/** How many of the newest texts of the session are looked through for words that the search does not find: parts of words, and common words. */
const MOST_LISTED = 500;
const EXCERPT = 160;

const shownText = (crumb: Envelope): string => render(crumb).text ?? '';

/** What is shown of a text on one line: its start or, where it has these folded words further on, the passage around them. */
export function showPassage(line: string, words = ''): string {
  if (line.length <= EXCERPT) return line;
  const at = line.toLowerCase().indexOf(words);
  if (at <= 0 || at + words.length < EXCERPT) return `${line.slice(0, EXCERPT - 1).toWellFormed()}…`;
  const before = Math.max(0, Math.floor((EXCERPT - words.length) / 2));
  const from = Math.max(1, Math.min(at - before, line.length - EXCERPT + 1));
  const rest = line.length > from + EXCERPT - 1 ? '…' : '';
  return `…${line.slice(from, from + EXCERPT - 1 - rest.length).toWellFormed()}${rest}`;
}

/** The passage of a text that was asked about, as a reply names it. */
export function toLocatedText(
  crumb: Envelope,
  matched_by: LocatedText['matched_by'],
  { chunk, words }: Pick<AskedText, 'chunk' | 'words'> = {},
): LocatedText {
  const { id, version, schema_name, session, author, occurred_at } = crumb;
  const line = shownText(crumb).replace(/\s+/g, ' ').trim();
  return {
    id,
    version,
    ...(chunk === undefined ? {} : { chunk }),
    schema_name,
    ...(session === undefined ? {} : { session }),
    author,
    occurred_at,
    text: showPassage(line, words),
    matched_by,
  };
}

/** A candidate of the recorded context with its text, as far as agent and asker may read it. */
export interface RecordedText {
  readonly row: AccountItem;
  readonly text: string;
}

async function readRecordedTexts(
  { context, items }: RecordedContext,
  reader: WorkspaceReader,
): Promise<readonly RecordedText[]> {
  if (items.length === 0) return [];
  const refs = items.map(({ id, version, chunk = 0 }) => ({ id, version, chunk }));
  const { chunks } = await reader.chunks({ viewer: context.agent, refs, tokenizer: context.tokenizer });
  return items.flatMap((row, at) => {
    const piece = chunks[at];
    return piece && !('erased' in piece) ? [{ row, text: piece.text }] : [];
  });
}

const isPiece = (piece: ChunksReply['chunks'][number] | undefined): piece is Candidate =>
  piece !== null && piece !== undefined && !('erased' in piece);

/** The piece of a crumb that has most of the words, as far as agent and asker may read it. */
async function findPiece(
  crumb: Envelope,
  question: string,
  { recorded, reader }: LocateOptions,
): Promise<Pick<AskedText, 'chunk' | 'text'>> {
  const { agent: viewer, tokenizer } = recorded.context;
  const read = async (chunks: readonly number[]): Promise<readonly Candidate[]> => {
    const refs = chunks.map((chunk) => ({ id: crumb.id, version: crumb.version, chunk }));
    return (await reader.chunks({ viewer, refs, tokenizer })).chunks.filter(isPiece);
  };
  const [first] = await read([0]);
  if (!first) return {};
  const others = first.chunks > 1 ? await read(Array.from({ length: first.chunks - 1 }, (_, at) => at + 1)) : [];
  const all = [first, ...others];
  const best = all.reduce((a, b) => (shareOfWords(question, b.text) > shareOfWords(question, a.text) ? b : a));
  const { chunk, text } = all.find((piece) => foldText(piece.text).includes(question)) ?? best;
  return { chunk, text };
}

interface LocateOptions {
  readonly recorded: RecordedContext;
  readonly reader: WorkspaceReader;
}

async function locateById(
  { id, version, chunk }: AskedRef,
  { recorded, reader }: LocateOptions,
): Promise<TextLocation> {
  const ref = version === undefined ? { id } : { id, version };
  const { as_of } = recorded.context;
  const [now, then] = await Promise.all([reader.readAsClient([ref]), reader.readAsClient([{ id }], as_of)]);
  const current = now.crumbs[0];
  if (current && 'erased' in current) return { erased_at: current.erased_at };
  const crumb = presentCrumb(current);
  if (!crumb) return {};
  const past = presentCrumb(then.crumbs[0]);
  const piece = chunk === undefined ? {} : { chunk };
  if (version !== undefined || !past)
    return { found: { crumb, isLater: crumb.position > as_of, ...piece, matched_by: 'id' } };
  return { found: { crumb: past, isLater: false, ...piece, matched_by: 'id' } };
}

async function fromRow(
  { row, text }: RecordedText,
  words: string | undefined,
  { reader }: LocateOptions,
): Promise<AskedText | null> {
  const { id, version, chunk = 0 } = row;
  const crumb = presentCrumb((await reader.readAsClient([{ id, version }])).crumbs[0]);
  if (!crumb) return null;
  const matched_by = words === undefined ? 'words' : 'exact';
  return { crumb, isLater: false, chunk, text, matched_by, ...(words === undefined ? {} : { words }) };
}

/** A crumb of today as it was when the context was built; later, where it did not have the words then. */
async function asOfContext(
  crumb: Envelope,
  question: string,
  isMatching: (text: string) => boolean,
  locating: LocateOptions,
): Promise<AskedText> {
  const { crumbs } = await locating.reader.readAsClient([{ id: crumb.id }], locating.recorded.context.as_of);
  const past = presentCrumb(crumbs[0]);
  const isExact = foldText(shownText(crumb)).includes(question);
  const matched = isExact ? ({ matched_by: 'exact', words: question } as const) : ({ matched_by: 'words' } as const);
  if (!past || !isMatching(shownText(past))) return { crumb, isLater: true, ...matched };
  return { crumb: past, isLater: false, ...(await findPiece(past, question, locating)), ...matched };
}

const isKept = ({ row }: RecordedText): boolean => row.decision === 'kept';

/** Where several texts have the words: those in the context come first, then those of its account. */
async function locateInContext(
  question: string,
  texts: readonly RecordedText[],
  locating: LocateOptions,
): Promise<AskedText | null> {
  const having = texts.filter(({ text }) => foldText(text).includes(question));
  const kept = having.find(isKept);
  if (kept) return fromRow(kept, question, locating);
  const { trigger } = locating.recorded.context;
  const message = presentCrumb((await locating.reader.readAsClient([trigger])).crumbs[0]);
  if (message && foldText(shownText(message)).includes(question))
    return { crumb: message, isLater: false, matched_by: 'exact', words: question };
  return having[0] ? fromRow(having[0], question, locating) : null;
}

/** What the search finds, best first: in the session of the context, where names and times of the question count, then everywhere. */
async function searchEverywhere(text: string, { recorded, reader }: LocateOptions): Promise<readonly FoundCrumb[]> {
  const session = recorded.context.session?.name;
  const [here, everywhere] = await Promise.all([
    session === undefined ? [] : reader.searchAsClient(text, session),
    reader.searchAsClient(text),
  ]);
  const known = new Set(here.map(({ crumb }) => crumb.id));
  return [...here, ...everywhere.filter(({ crumb }) => !known.has(crumb.id))];
}

async function locateByWords(asked: string, locating: LocateOptions): Promise<TextLocation> {
  const { recorded, reader } = locating;
  const words = foldQuestion(asked);
  const texts = await readRecordedTexts(recorded, reader);
  const inside = await locateInContext(words, texts, locating);
  if (inside) return { found: inside };
  const has = (one: string): boolean => foldText(one).includes(words);
  const session = recorded.context.session?.name;
  const hits = await searchEverywhere(asked, locating);
  const listed = session === undefined ? [] : await reader.newestAsClient(session, MOST_LISTED);
  const exact = [...hits.map(({ crumb }) => crumb), ...listed].find((one) => has(shownText(one)));
  if (exact) return { found: await asOfContext(exact, words, has, locating) };
  return locateByShare(asked, { texts, hits }, locating);
}

/** A text with the share of the words asked about that it has. */
interface SharingText<T> {
  readonly one?: T;
  readonly share: number;
}

function findBest<T>(all: readonly T[], asked: string, textOf: (one: T) => string): SharingText<T> {
  return all.reduce<SharingText<T>>(
    (before, one) => {
      const share = shareOfWords(asked, textOf(one));
      return share > before.share ? { one, share } : before;
    },
    { share: 0 },
  );
}

/** A hit that the question is about. */
interface ChosenHit {
  readonly crumb: Envelope;
  /** Does the question name its author or its time? Then its words do not count. */
  readonly isNamed: boolean;
  /** The share of the words that it has; 1 where it is named. */
  readonly share: number;
}

/** Does a question name the author of a hit or its time? Of words that are looked for, others than those for a day count too: "porcupines on Thursday". */
const isNamedBy = (asked: string, { crumb, named, isNamedByTime }: FoundCrumb): boolean =>
  named > 0 && (!isNamedByTime || hasOtherWords(asked, shownText(crumb)));

/** What is asked about: for a question the best hit of somebody whom it names, or of then; else the one that has most of its words. */
function chooseHit(asked: string, hits: readonly FoundCrumb[]): ChosenHit | undefined {
  const named = isSearch(asked) ? hits.filter((hit) => isNamedBy(asked, hit)) : [];
  const [first, ...others] = named;
  if (first)
    return { crumb: others.reduce((a, b) => (b.named > a.named ? b : a), first).crumb, isNamed: true, share: 1 };
  const { one, share } = findBest(hits, asked, ({ crumb }) => shownText(crumb));
  return one && isMatch(share, asked) ? { crumb: one.crumb, isNamed: false, share } : undefined;
}

/** The text of the account that has most of the words; undefined where a hit has more. */
async function locateRow(
  asked: string,
  { texts, least }: { readonly texts: readonly RecordedText[]; readonly least: number },
  locating: LocateOptions,
): Promise<AskedText | null> {
  const rows = texts.toSorted((a, b) => Number(isKept(b)) - Number(isKept(a)));
  const { one, share } = findBest(rows, asked, ({ text }) => text);
  return one && share >= least && isMatch(share, asked) ? fromRow(one, undefined, locating) : null;
}

/** The text that has most of the words: of the account, else of the log. */
async function locateByShare(
  asked: string,
  { texts, hits }: { readonly texts: readonly RecordedText[]; readonly hits: readonly FoundCrumb[] },
  locating: LocateOptions,
): Promise<TextLocation> {
  const hit = chooseHit(asked, hits);
  const found = await locateRow(asked, { texts, least: hit?.share ?? 0 }, locating);
  if (found) return { found };
  if (hit) {
    const isMatching = (one: string): boolean => hit.isNamed || isMatch(shareOfWords(asked, one), asked);
    return { found: await asOfContext(hit.crumb, foldQuestion(asked), isMatching, locating) };
  }
  const nearest = findBest(hits, asked, ({ crumb }) => shownText(crumb)).one?.crumb;
  return nearest ? { nearest } : {};
}

/**
 * Finds the text that a question is about among those that the asker may read: by its id, else by words, first in the context, then in its
 * account, then in the log. Exact words win over most words.
 */
export function locateText(text: string, locating: LocateOptions): Promise<TextLocation> {
  const ref = parseAskedRef(text);
  return ref ? locateById(ref, locating) : locateByWords(text, locating);
}
