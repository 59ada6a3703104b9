import { AgentResponse, ToolResponse, UserMessage } from '@crumbtrail/contracts';
import { byTime, keyOf, type Dropped, type Item, type Scored } from '../gather/item';
import { isOrdinary } from '../text/surface-features';
import { gistOf, type Gist } from '../text/similarity';
import { takesSide } from '../text/negations';

/** More words than this say something, however common they are. */
const MOST_WORDS = 4;
/** Where statistics are of few texts, any word looks rare, or common: only so many words are judged at all. */
const MOST_WORDS_UNKNOWN = 2;
/** Bits of a word that nobody else used, in a workspace of some seventy texts. */
const TELLING = 5.5;
/** Said so often in what was found, a few words carry nothing whatever they are. */
const OFTEN = 3;
/** What answers the question at least half as well as the best does stays, short or not. */
const SHELTERED = 0.5;

/** What filler is measured by, beside the text. */
export interface FillerSettings {
  readonly filler: boolean;
  /** Bits that a text must say to be more than filler. */
  readonly information: number;
  /** The message leans on what was said last, or nods to it: that an old one shares words with it says nothing. */
  readonly leaning: boolean;
}

/** Signs of scripts that put no space between words: so many are one. */
const SIGNS_A_WORD = 1.5;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

function lengthOf({ exact, words }: Gist): number {
  if (words.length > MOST_WORDS) return words.length;
  const signs = exact.match(UNSPACED)?.length ?? 0;
  return Math.max(words.length, Math.ceil(signs / SIGNS_A_WORD));
}

/** A short word in capitals that begins a text (`OK`) is shouted, not named. */
const SHOUTED = /^\p{Lu}{1,3}$/u;
const PICTURE = /\p{Extended_Pictographic}/u;
const PICTURES = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu;

/** Numbers, identifiers, names, quotes, signs, questions: something is told, or asked. */
function isMarked({ exact, marks }: Gist): boolean {
  const [first = '', ...others] = marks.identifiers.filter((token) => !isOrdinary(token.replace(PICTURES, '')));
  const named = first !== '' && !(SHOUTED.test(first) && exact.startsWith(first));
  const signs = marks.symbols.filter((sign) => !PICTURE.test(sign));
  const said = others.length + marks.quotes.length + signs.length + marks.names.length + marks.questions;
  return named || said > 0;
}

/** A few words that tell and ask nothing (`okay do that`): a text that shares them has nothing to say to them. */
export function isNod(text: string): boolean {
  const gist = gistOf(text);
  return lengthOf(gist) <= MOST_WORDS && !isMarked(gist);
}

const TALK: ReadonlySet<string> = new Set([UserMessage.name, AgentResponse.name]);
const TALKED: ReadonlySet<string> = new Set(['relevant', 'recent']);

const isUnmarked = (gist: Gist): boolean => !isMarked(gist) && !takesSide(gist.exact, gist.words);

/** How well it answers the question: what searching sources say of it, nothing where none found it. */
function relevanceOf({ scores }: Scored): number {
  return Object.entries(scores).reduce((sum, [name, share]) => (name.startsWith('rank.') ? sum : sum + share), 0);
}

/** Short and unmarked, and said in passing: only talk has filler, and a source that looks for more than words found it on purpose. */
function isSlight(scored: Scored): boolean {
  const { item, section } = scored;
  const passing = TALKED.has(section) || relevanceOf(scored) > 0;
  return passing && TALK.has(item.schema_name) && item.chunk === 0 && isUnmarked(item.gist);
}

const asks = ({ text }: Item): boolean => /[?？؟;՞]["'”’)\]]*\s*$/u.test(text);
const differ = (a: Item, b: Item): boolean => a.author.kind !== b.author.kind || a.author.id !== b.author.id;

/** Keys of what another speaker's question stands right before, in the unbroken window: an answer, however short. */
export function answersIn(window: readonly Item[]): ReadonlySet<string> {
  const ordered = [...window].sort(byTime);
  const answers = ordered.filter((item, at) => {
    const before = ordered[at - 1];
    return before !== undefined && asks(before) && differ(before, item);
  });
  return new Set(answers.map(keyOf));
}

interface Measure {
  /** How well the best answers the question. */
  readonly best: number;
  readonly answers: ReadonlySet<string>;
  /** How often each text was said. */
  readonly times: ReadonlyMap<string, number>;
  readonly mostWords: number;
}

function measure(ranked: readonly Scored[]): Measure {
  const answers = answersIn(ranked.filter(({ recency }) => recency !== undefined).map(({ item }) => item));
  const times = new Map<string, number>();
  let [telling, best] = [0, 0];
  for (const scored of ranked) {
    const { item } = scored;
    best = Math.max(best, relevanceOf(scored));
    const { gist } = item;
    times.set(gist.folded, (times.get(gist.folded) ?? 0) + 1);
    if (gist.words.length > 0) telling = Math.max(telling, item.information / gist.words.length);
  }
  return { best, answers, times, mostWords: telling < TELLING ? MOST_WORDS_UNKNOWN : MOST_WORDS };
}

/** What a few unmarked words are kept for: they answer somebody, or the question. */
function isSheltered(scored: Scored, { answers, best }: Measure, { leaning }: FillerSettings): boolean {
  if (answers.has(keyOf(scored.item))) return true;
  return !leaning && best > 0 && relevanceOf(scored) >= SHELTERED * best;
}

/** Why a text is filler; null when it is none. */
function fillerReason(scored: Scored, known: Measure, settings: FillerSettings): string | null {
  const { information, gist } = scored.item;
  const many = lengthOf(gist);
  if (many > MOST_WORDS || !isSlight(scored) || isSheltered(scored, known, settings)) return null;
  const often = known.times.get(gist.folded) ?? 0;
  if (often >= OFTEN) return `said ${often} times`;
  return many <= known.mostWords && information < settings.information ? bits(information, many) : null;
}

function bits(information: number, many: number): string {
  return `${information.toFixed(1)} bits in ${many === 1 ? 'a word' : `${many} words`}`;
}

/** What says something, and what does not. */
export interface Sifted {
  readonly ranked: readonly Scored[];
  readonly dropped: readonly Dropped[];
}

/**
 * Drops what carries nothing by itself, in any language: a few words that say few bits by the workspace's statistics, or are said
 * over and over. Never the last exchanges, what tools gave, and never what asks, answers, counts, names, denies, or fits the question.
 */
export function sift(ranked: readonly Scored[], exchanges: ReadonlySet<string>, settings: FillerSettings): Sifted {
  if (!settings.filler) return { ranked, dropped: [] };
  const known = measure(ranked);
  const dropped = ranked.flatMap((scored): Dropped[] => {
    const stays = exchanges.has(keyOf(scored.item)) || scored.item.schema_name === ToolResponse.name;
    const reason = stays ? null : fillerReason(scored, known, settings);
    return reason === null ? [] : [{ scored, decision: 'low_information', reason }];
  });
  const gone = new Set(dropped.map(({ scored }) => scored));
  return { ranked: ranked.filter((scored) => !gone.has(scored)), dropped };
}
