import { fold } from './fold';
import { LANGUAGES } from './languages/all-languages';
import type { Run } from './scan';
import { UNSPACED, unspacedScriptsOf } from './scripts';

/** A word within a run without spaces, with its keys. */
export interface SegmentedWord extends Run {
  readonly keys: readonly string[];
  /** Is it two characters beside the words that they are of? Default: false. */
  readonly isPair?: boolean;
}

const SEGMENTERS = new Map<string, Intl.Segmenter>();
/** Languages without spaces by their script. A text of several scripts is of the one that only some of its letters tell. */
const BY_SCRIPT = new Map(LANGUAGES.map(({ script, code }) => [script, code]));
/** Words of no meaning of their own in the languages that write without spaces. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  LANGUAGES.filter(({ script }) => UNSPACED.source.includes(`Script=${script}}`)).flatMap(({ stopWords }) => [
    ...stopWords,
  ]),
);
const HAN = /\p{Script=Han}/u;
/** Shorter words of hiragana, beside other characters, say too little. */
const LEAST_HIRAGANA = 3;
const HIRAGANA = /^\p{Script=Hiragana}+$/u;

function segmenterFor(text: string): Intl.Segmenter {
  const scripts = unspacedScriptsOf(text);
  // Japanese, and others, have characters of Chinese, too.
  const language = BY_SCRIPT.get(scripts.find((script) => script !== 'Han') ?? 'Han') ?? 'zh';
  let segmenter = SEGMENTERS.get(language);
  if (!segmenter) SEGMENTERS.set(language, (segmenter = new Intl.Segmenter(language, { granularity: 'word' })));
  return segmenter;
}

/**
 * The words of a run without spaces. Chinese and Japanese are also read as pairs of characters, also across words, because a question and a text are
 * rarely divided in the same way.
 */
export function segmentUnspaced({ surface, from }: Run): SegmentedWord[] {
  const words = [...segmenterFor(surface).segment(surface)].map(({ segment, index }) => ({
    kind: 'word' as const,
    surface: segment,
    from: from + index,
    to: from + index + segment.length,
    keys: [fold(segment)],
  }));
  const isOfPairs = HAN.test(surface) || /\p{Script=Katakana}/u.test(surface);
  // Short words of hiragana alone are mostly particles and endings.
  const isEnding = ({ surface: word }: Run): boolean =>
    isOfPairs && HIRAGANA.test(word) && word.length < LEAST_HIRAGANA;
  const telling = words.filter((word) => !STOP_WORDS.has(word.keys[0] as string) && !isEnding(word));
  if (!isOfPairs) return telling;
  const places = new Set(words.map((word) => `${word.from}:${word.to}`));
  return [...telling, ...readPairs(surface, from).filter((pair) => !places.has(`${pair.from}:${pair.to}`))];
}

function readPairs(surface: string, from: number): SegmentedWord[] {
  const pairs: SegmentedWord[] = [];
  let at = from;
  const characters = surface.match(/.\p{M}*/gsu) ?? [];
  characters.forEach((character, nth) => {
    const next = characters[nth + 1];
    if (next !== undefined && !HIRAGANA.test(character + next)) {
      const pair = `${character}${next}`;
      pairs.push({ kind: 'word', surface: pair, from: at, to: at + pair.length, keys: [fold(pair)], isPair: true });
    }
    at += character.length;
  });
  return pairs;
}
