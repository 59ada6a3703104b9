import { beginningsOf, countEdits, mayBeMisspelt, mostEdits } from '@crumbtrail/text';
import { OCCURRENCES } from '../rank/occurrences';
import type { RankableText } from '../rank/question';
import type { Continuation, TextList } from '../rank/text-list';
import type { Spelling } from './analyse-question';
import { findUnknown, MOST_SPELLINGS, SPELLING_WEIGHT, type UnknownWord } from './unknown-words';

/** The words of a conversation that may be meant by a misspelt one, by their first two letters. */
type Vocabulary = ReadonlyMap<string, ReadonlySet<string>>;

const VOCABULARY: Continuation<RankableText, Vocabulary> = {
  compute: (texts) => addWords(new Map(), texts, 0),
  append: (before, texts, from) => addWords(before as Map<string, Set<string>>, texts, from),
};

function addWords(words: Map<string, Set<string>>, texts: readonly RankableText[], from: number): Vocabulary {
  for (let at = from; at < texts.length; at += 1)
    for (const stem of (texts[at] as RankableText).terms.keys()) {
      if (!mayBeMisspelt(stem)) continue;
      const first = stem.slice(0, 2);
      const known = words.get(first);
      if (known) known.add(stem);
      else words.set(first, new Set([stem]));
    }
  return words;
}

/** A word that so many texts of the workspace have is no misspelling, though the conversation lacks it. */
const SELDOM = 2;

/** The words of a conversation that differ by few letters from a key, the nearest first. */
function findAlike(key: string, conversation: TextList<RankableText>): { stem: string; edits: number }[] {
  if (!mayBeMisspelt(key)) return [];
  const [most, words] = [mostEdits(key), conversation.continued(VOCABULARY)];
  const alike = beginningsOf(key).flatMap((first) => [...(words.get(first) ?? [])]);
  return alike
    .filter((stem) => Math.abs(stem.length - key.length) <= most)
    .map((stem) => ({ stem, edits: countEdits(key, stem) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits || (a.stem < b.stem ? -1 : 1));
}

/** What a conversation is searched for. */
export interface AskedWords {
  readonly query: string;
  /** The stems of the query, with how many texts of the workspace have them. */
  readonly stems: readonly (readonly [stem: string, df: number])[];
}

/**
 * The words of a conversation that stand for those of a question that none of its texts has, though others of the workspace may have them: what these are in
 * another script, else what they may be misspellings of.
 */
export function findConversationSpellings(
  conversation: TextList<RankableText>,
  { query, stems }: AskedWords,
): Spelling[] {
  if (conversation.length === 0) return [];
  const df = (stem: string): number => conversation.continued(OCCURRENCES).find(stem).places.length;
  const seldom = new Map(stems);
  const toSpelling = (stem: string): Spelling => ({ stem, df: df(stem), weight: SPELLING_WEIGHT });
  const spell = ([usual, ...others]: UnknownWord): Spelling[] => {
    const inOtherScript = others.filter((key) => df(key) > 0);
    if (inOtherScript.length > 0) return inOtherScript.slice(0, MOST_SPELLINGS).map(toSpelling);
    if ((seldom.get(usual) ?? 0) > SELDOM) return [];
    return [usual, ...others]
      .flatMap((key) => findAlike(key, conversation))
      .filter(({ stem }) => df(stem) > 0)
      .slice(0, MOST_SPELLINGS)
      .map(({ stem }) => toSpelling(stem));
  };
  return findUnknown(query, (key) => df(key) > 0).flatMap(spell);
}
