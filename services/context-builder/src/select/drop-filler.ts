import { AgentResponse, ToolResponse, UserMessage } from '@crumbtrail/contracts';
import { compareByTime, itemKey, type DroppedItem, type ContextItem, type ScoredItem } from '../gather/item';
import { isOrdinaryWord } from '../text/surface-features';
import { fingerprintOf, type Fingerprint } from '../text/similarity';
import { saysYesOrNo } from '../text/negations';

/** More words than this say something, however common they are. */
const MOST_WORDS = 4;
/** Where statistics are of few texts, any word looks rare, or common: only so many words are judged at all. */
const MOST_WORDS_UNKNOWN = 2;
/** Bits of a word that nobody else used, in a workspace of some seventy texts. */
const RARE_WORD_BITS = 5.5;
/** Said so often in what was found, a few words carry nothing whatever they are. */
const OFTEN = 3;
/** What answers the question at least half as well as the best does stays, short or not. */
const RELEVANT_SHARE = 0.5;

/** What filler is measured by, beside the text. */
export interface FillerOptions {
  readonly filler: boolean;
  /** Bits that a text must say to be more than filler. */
  readonly information: number;
  /** The message leans on what was said last, or nods to it: that an old one shares words with it says nothing. */
  readonly dependsOnEarlier: boolean;
}

/** Signs of scripts that put no space between words: so many are one. */
const CHARACTERS_PER_WORD = 1.5;
const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

function countWords({ exact, words }: Fingerprint): number {
  if (words.length > MOST_WORDS) return words.length;
  const signs = exact.match(UNSPACED_SCRIPTS)?.length ?? 0;
  return Math.max(words.length, Math.ceil(signs / CHARACTERS_PER_WORD));
}

/** A short word in capitals that begins a text (`OK`) is shouted, not named. */
const SHORT_CAPITALS = /^\p{Lu}{1,3}$/u;
const PICTURE = /\p{Extended_Pictographic}/u;
const PICTURES = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu;

/** Numbers, identifiers, names, quotes, signs, questions: something is told, or asked. */
function hasSpecifics({ exact, features }: Fingerprint): boolean {
  const [first = '', ...others] = features.identifiers.filter((token) => !isOrdinaryWord(token.replace(PICTURES, '')));
  const named = first !== '' && !(SHORT_CAPITALS.test(first) && exact.startsWith(first));
  const signs = features.symbols.filter((sign) => !PICTURE.test(sign));
  const said = others.length + features.quotes.length + signs.length + features.names.length + features.questions;
  return named || said > 0;
}

/** A few words that tell and ask nothing (`okay do that`): a text that shares them has nothing to say to them. */
export function isAcknowledgement(text: string): boolean {
  const fingerprint = fingerprintOf(text);
  return countWords(fingerprint) <= MOST_WORDS && !hasSpecifics(fingerprint);
}

const CONVERSATION_SCHEMAS: ReadonlySet<string> = new Set([UserMessage.name, AgentResponse.name]);
const CONVERSATION_SECTIONS: ReadonlySet<string> = new Set(['relevant', 'recent']);

const isPlain = (fingerprint: Fingerprint): boolean =>
  !hasSpecifics(fingerprint) && !saysYesOrNo(fingerprint.exact, fingerprint.words);

/** How well it answers the question: what searching sources say of it, nothing where none found it. */
function relevanceOf({ scores }: ScoredItem): number {
  return Object.entries(scores).reduce((sum, [name, share]) => (name.startsWith('rank.') ? sum : sum + share), 0);
}

/** Short and unmarked, and said in passing: only talk has filler, and a source that looks for more than words found it on purpose. */
function mayBeFiller(scored: ScoredItem): boolean {
  const { item, section } = scored;
  const passing = CONVERSATION_SECTIONS.has(section) || relevanceOf(scored) > 0;
  return passing && CONVERSATION_SCHEMAS.has(item.schema_name) && item.chunk === 0 && isPlain(item.fingerprint);
}

const endsWithQuestion = ({ text }: ContextItem): boolean => /[?？؟;՞]["'”’)\]]*\s*$/u.test(text);
const differentAuthors = (a: ContextItem, b: ContextItem): boolean =>
  a.author.kind !== b.author.kind || a.author.id !== b.author.id;

/** Keys of what another speaker's question stands right before, in the unbroken window: an answer, however short. */
export function findAnswers(window: readonly ContextItem[]): ReadonlySet<string> {
  const ordered = [...window].sort(compareByTime);
  const answers = ordered.filter((item, at) => {
    const before = ordered[at - 1];
    return before !== undefined && endsWithQuestion(before) && differentAuthors(before, item);
  });
  return new Set(answers.map(itemKey));
}

interface FillerStatistics {
  /** How well the best answers the question. */
  readonly best: number;
  readonly answers: ReadonlySet<string>;
  /** How often each text was said. */
  readonly times: ReadonlyMap<string, number>;
  readonly mostWords: number;
}

function measureTexts(ranked: readonly ScoredItem[]): FillerStatistics {
  const answers = findAnswers(ranked.filter(({ recency }) => recency !== undefined).map(({ item }) => item));
  const times = new Map<string, number>();
  let [telling, best] = [0, 0];
  for (const scored of ranked) {
    const { item } = scored;
    best = Math.max(best, relevanceOf(scored));
    const { fingerprint } = item;
    times.set(fingerprint.folded, (times.get(fingerprint.folded) ?? 0) + 1);
    if (fingerprint.words.length > 0) telling = Math.max(telling, item.information / fingerprint.words.length);
  }
  return { best, answers, times, mostWords: telling < RARE_WORD_BITS ? MOST_WORDS_UNKNOWN : MOST_WORDS };
}

/** What a few unmarked words are kept for: they answer somebody, or the question. */
function isNeeded(
  scored: ScoredItem,
  { answers, best }: FillerStatistics,
  { dependsOnEarlier }: FillerOptions,
): boolean {
  if (answers.has(itemKey(scored.item))) return true;
  return !dependsOnEarlier && best > 0 && relevanceOf(scored) >= RELEVANT_SHARE * best;
}

/** Why a text is filler; null when it is none. */
function explainFiller(scored: ScoredItem, known: FillerStatistics, settings: FillerOptions): string | null {
  const { information, fingerprint } = scored.item;
  const many = countWords(fingerprint);
  if (many > MOST_WORDS || !mayBeFiller(scored) || isNeeded(scored, known, settings)) return null;
  const often = known.times.get(fingerprint.folded) ?? 0;
  if (often >= OFTEN) return `said ${often} times`;
  return many <= known.mostWords && information < settings.information ? describeBits(information, many) : null;
}

function describeBits(information: number, many: number): string {
  return `${information.toFixed(1)} bits in ${many === 1 ? 'a word' : `${many} words`}`;
}

/** What says something, and what does not. */
export interface FilteredItems {
  readonly ranked: readonly ScoredItem[];
  readonly dropped: readonly DroppedItem[];
}

/**
 * Drops what carries nothing by itself, in any language: a few words that say few bits by the workspace's statistics, or are said
 * over and over. Never the last exchanges, what tools gave, and never what asks, answers, counts, names, denies, or fits the question.
 */
export function dropFiller(
  ranked: readonly ScoredItem[],
  exchanges: ReadonlySet<string>,
  settings: FillerOptions,
): FilteredItems {
  if (!settings.filler) return { ranked, dropped: [] };
  const known = measureTexts(ranked);
  const dropped = ranked.flatMap((scored): DroppedItem[] => {
    const stays = exchanges.has(itemKey(scored.item)) || scored.item.schema_name === ToolResponse.name;
    const reason = stays ? null : explainFiller(scored, known, settings);
    return reason === null ? [] : [{ scored, decision: 'low_information', reason }];
  });
  const gone = new Set(dropped.map(({ scored }) => scored));
  return { ranked: ranked.filter((scored) => !gone.has(scored)), dropped };
}
