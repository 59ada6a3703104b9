import { CONVERSATION_SCHEMAS, ToolResponse } from '@crumbtrail/contracts';
import { compareItemsByTime, itemKey, type DroppedItem, type ContextItem, type ScoredItem } from '../gather/item';
import { isOrdinaryWord } from '../text/surface-features';
import type { Fingerprint } from '../text/fingerprint';
import { saysYesOrNo } from '../text/yes-or-no';

/** A text of more words is never filler, however common they are. */
const MAX_WORDS = 4;
/** Most words of filler where the statistics cover too few texts to tell rare words from common ones. */
const MAX_WORDS_UNKNOWN = 2;
/** Bits of a word used only once in a workspace of about seventy texts. */
const RARE_WORD_BITS = 5.5;
/** A short text that occurs this often among the results is filler, regardless of its words. */
const REPEATED = 3;
/** A text stays if its relevance is at least this fraction of the best one's, even if it is short. */
const RELEVANT_SHARE = 0.5;

/** Settings of the filler filter. */
export interface FillerOptions {
  readonly filler: boolean;
  /** Least bits of information of a text that is not filler. */
  readonly information: number;
  /** Whether the message depends on earlier text or is an acknowledgement: then sharing words with it makes a text no more relevant. */
  readonly dependsOnEarlier: boolean;
}

/** Average characters per word in scripts without spaces. */
const CHARACTERS_PER_WORD = 1.5;
const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

function countWords({ exact, words }: Fingerprint): number {
  if (words.length > MAX_WORDS) return words.length;
  const characters = exact.match(UNSPACED_SCRIPTS)?.length ?? 0;
  return Math.max(words.length, Math.ceil(characters / CHARACTERS_PER_WORD));
}

/** A short word in capitals at the beginning of a text, such as `OK`: not a name. */
const SHORT_CAPITALS = /^\p{Lu}{1,3}$/u;
const PICTURE = /\p{Extended_Pictographic}/u;
const PICTURES = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu;

/** True if the text has numbers, identifiers, names, quotes, symbols or questions, and so is specific. */
function hasSpecifics({ exact, features }: Fingerprint): boolean {
  const [first = '', ...others] = features.identifiers.filter((token) => !isOrdinaryWord(token.replace(PICTURES, '')));
  const named = first !== '' && !(SHORT_CAPITALS.test(first) && exact.startsWith(first));
  const signs = features.symbols.filter((sign) => !PICTURE.test(sign));
  const said = others.length + features.quotes.length + signs.length + features.names.length + features.questions;
  return named || said > 0;
}

/** Whether a message is a few words without specifics, such as `okay do that`: sharing words with it does not make a text relevant. */
export function isAcknowledgement(fingerprint: Fingerprint): boolean {
  return countWords(fingerprint) <= MAX_WORDS && !hasSpecifics(fingerprint);
}

const CONVERSATION_SECTIONS: ReadonlySet<string> = new Set(['relevant', 'recent']);

const isPlain = (fingerprint: Fingerprint): boolean =>
  !hasSpecifics(fingerprint) && !saysYesOrNo(fingerprint.exact, fingerprint.words);

/** Relevance to the question: the sum of its search scores, 0 where no search found it. */
function relevanceOf({ scores }: ScoredItem): number {
  return Object.entries(scores).reduce((sum, [name, share]) => (name.startsWith('rank.') ? sum : sum + share), 0);
}

/** Only plain messages of a conversation can be filler; a source that is not about the conversation selected its items on purpose. */
function mayBeFiller(scored: ScoredItem): boolean {
  const { item, section } = scored;
  const isConversation = CONVERSATION_SECTIONS.has(section) || relevanceOf(scored) > 0;
  return (
    isConversation && CONVERSATION_SCHEMAS.includes(item.schema_name) && item.chunk === 0 && isPlain(item.fingerprint)
  );
}

const endsWithQuestion = ({ text }: ContextItem): boolean => /[?？؟;՞]["'”’)\]]*\s*$/u.test(text);

const speakerOf = ({ author: { kind, id } }: ContextItem): string => `${kind}:${id}`;

/**
 * Keys of the answers in the recent window, however short: the first message of each other speaker after a question, as long as the asker does not speak again
 * and each message is by a speaker who has not answered yet. So every vote of a group is an answer.
 */
export function findAnswers(window: readonly ContextItem[]): ReadonlySet<string> {
  const answers = new Set<string>();
  let asker: string | undefined;
  let answered = new Set<string>();
  for (const item of [...window].sort(compareItemsByTime)) {
    const speaker = speakerOf(item);
    const isAnswer = asker !== undefined && speaker !== asker && !answered.has(speaker);
    if (isAnswer) answers.add(itemKey(item));
    answered = isAnswer ? answered.add(speaker) : new Set();
    if (endsWithQuestion(item)) [asker, answered] = [speaker, new Set()];
    else if (!isAnswer) asker = undefined;
  }
  return answers;
}

/** What one speaker says. The same words of several people are several votes. */
const sayingOf = (item: ContextItem): string => `${speakerOf(item)} ${item.fingerprint.folded}`;

interface FillerStatistics {
  /** The relevance of the most relevant text. */
  readonly best: number;
  readonly answers: ReadonlySet<string>;
  /** How often each speaker says each text. */
  readonly times: ReadonlyMap<string, number>;
  readonly maxWords: number;
}

function measureTexts(ranked: readonly ScoredItem[]): FillerStatistics {
  const answers = findAnswers(ranked.filter(({ recency }) => recency !== undefined).map(({ item }) => item));
  const times = new Map<string, number>();
  let best = 0;
  let bitsPerWord = 0;
  for (const scored of ranked) {
    const { item } = scored;
    best = Math.max(best, relevanceOf(scored));
    const { fingerprint } = item;
    times.set(sayingOf(item), (times.get(sayingOf(item)) ?? 0) + 1);
    if (fingerprint.words.length > 0) bitsPerWord = Math.max(bitsPerWord, item.information / fingerprint.words.length);
  }
  return { best, answers, times, maxWords: bitsPerWord < RARE_WORD_BITS ? MAX_WORDS_UNKNOWN : MAX_WORDS };
}

/** True if a few plain words are needed, because they answer another message or the question. */
function isNeeded(
  scored: ScoredItem,
  { answers, best }: FillerStatistics,
  { dependsOnEarlier }: FillerOptions,
): boolean {
  if (answers.has(itemKey(scored.item))) return true;
  return !dependsOnEarlier && best > 0 && relevanceOf(scored) >= RELEVANT_SHARE * best;
}

/** Why a text is filler; null if it is not. */
function explainFiller(scored: ScoredItem, known: FillerStatistics, settings: FillerOptions): string | null {
  const { information, fingerprint } = scored.item;
  const count = countWords(fingerprint);
  if (count > MAX_WORDS || !mayBeFiller(scored) || isNeeded(scored, known, settings)) return null;
  const often = known.times.get(sayingOf(scored.item)) ?? 0;
  if (often >= REPEATED) return `said ${often} times`;
  return count <= known.maxWords && information < settings.information ? describeBits(information, count) : null;
}

function describeBits(information: number, count: number): string {
  return `${information.toFixed(1)} bits in ${count === 1 ? 'a word' : `${count} words`}`;
}

/** The items that stay, and the filler dropped. */
export interface FilteredItems {
  readonly ranked: readonly ScoredItem[];
  readonly dropped: readonly DroppedItem[];
}

/**
 * Drops filler, in any language: texts of a few words that carry little information by the workspace's word statistics, or that
 * occur again and again. Never drops the last exchanges, tool results, questions, answers, numbers, names, negations, or texts
 * relevant to the question.
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
