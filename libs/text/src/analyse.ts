import { LRUCache } from 'lru-cache';
import { languagesOf, languagesOfWords } from './detect-language';
import { fold, lower } from './fold';
import type { Language } from './languages/language';
import { findPhones, partsOf, piecesOf, withoutContraction } from './parts';
import { scanRuns, type Run } from './scan';
import { scriptOf } from './scripts';
import { segmentUnspaced } from './segment';

/** A word of a text, or a part of one, with what it is found by. */
export interface TextToken {
  /** Where it stands in the text, in UTF-16; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** How it is written. */
  readonly surface: string;
  /** What a question and a text share where they mean the same word, the usual one first. */
  readonly keys: readonly string[];
  /** Is it a part of a path, an address or an identifier? */
  readonly isPart?: boolean;
}

/** Longer keys are cut: nobody types them. */
const LONGEST = 100;
/** The language whose stems all words of a script share, whatever language they are of. */
const COMMON: Readonly<Record<string, string>> = { Latin: 'en', Cyrillic: 'ru' };
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const UMLAUT = /[äöüøå]/;
const UMLAUT_EACH = /[äöüøå]/g;

/** Languages by script. */
type LanguagesByScript = (script: string) => readonly Language[];

/** Which languages the words of a text are stemmed in, and whose stop words are left out; of none, those of the language that its script shares. */
interface ReadingLanguages {
  readonly stems: LanguagesByScript;
  readonly stopWords: LanguagesByScript;
}

const codeOf = ({ code }: Language): string => code;
const commonOf = (script: string): Language | undefined =>
  languagesOf(script).find((language) => codeOf(language) === (COMMON[script] ?? codeOf(language)));

/** The keys of a word by the stemmers of its languages. */
function stemKeys(word: string, script: string, languages: readonly Language[]): string[] {
  const lowered = lower(word);
  const plain = fold(lowered);
  const common = commonOf(script);
  // Latin script is stemmed as it is typed without marks, because some leave them out.
  const first = common ? fold(common.stem(script === 'Latin' ? plain : lowered)) : plain;
  const others = languages.filter((language) => language !== common).map((language) => fold(language.stem(lowered)));
  const spelt = UMLAUT.test(lowered)
    ? [fold((common as Language).stem(fold(lowered.replaceAll(UMLAUT_EACH, (letter) => UMLAUTS[letter] as string))))]
    : [];
  return [first, ...others, ...spelt];
}

const cut = (key: string): string => (key.length > LONGEST ? key.slice(0, LONGEST) : key);
const distinct = (keys: readonly string[]): string[] => [...new Set(keys.filter((key) => key !== '').map(cut))];

/** Keys of words by the word and its languages: stemming takes some twenty microseconds. */
const remembered = new LRUCache<string, readonly string[]>({ max: 30_000 });

function wordKeys(word: string, { stems }: ReadingLanguages): readonly string[] {
  const script = scriptOf(word);
  if (script === null) return [fold(word)];
  const known = stems(script);
  const place = `${word}\n${known.map(codeOf).join()}`;
  let keys = remembered.get(place);
  if (keys === undefined) remembered.set(place, (keys = distinct(stemKeys(word, script, known))));
  return keys;
}

/** A stop word in capitals that may be short for something. Others are written so to be stressed. */
const ACRONYM = /^(?!(?:NOT|AND|ALL|THE|YOU|ANY|HOW|WHY|CAN|NO|DO)$)\p{Lu}{2,3}$/u;

/** A stop word that is written as a name: in capitals, or with a capital within a sentence. */
function isName(run: Run, text: string): boolean {
  if (run.surface.length < 2 || !/^\p{Lu}/u.test(run.surface)) return false;
  if (/^\p{Lu}+$/u.test(run.surface)) return ACRONYM.test(run.surface) && /\p{Ll}/u.test(text);
  return /[\p{Ll},;"“(] ?["“(]?$/u.test(text.slice(Math.max(0, run.from - 3), run.from));
}

const tokenOf = ({ from, to, surface }: Run, keys: readonly string[]): TextToken => ({
  from,
  to,
  surface,
  keys: distinct(keys),
});

const partOf = (run: Run, keys: readonly string[]): TextToken => ({ ...tokenOf(run, keys), isPart: true });

/** Words that say little in the languages of a text. */
function isStopWord(word: string, { stopWords }: ReadingLanguages): boolean {
  const script = scriptOf(word);
  if (script === null) return false;
  const known = stopWords(script);
  const common = commonOf(script);
  const all = known.length === 0 && common ? [common] : known;
  const plain = fold(word);
  return all.some((language) => language.stopWords.has(plain));
}

function readWord(run: Run, text: string, languages: ReadingLanguages): TextToken[] {
  if (isStopWord(run.surface, languages) && !isName(run, text)) return [];
  const pieces = piecesOf(run.surface).filter((piece) => !isStopWord(piece, languages));
  return [
    tokenOf(run, wordKeys(run.surface, languages)),
    ...pieces.map((piece) => partOf(run, wordKeys(piece, languages))),
  ];
}

function readJoined(run: Run, text: string, languages: ReadingLanguages): TextToken[] {
  const contracted = withoutContraction(run.surface);
  if (contracted !== null)
    return isStopWord(contracted, languages) || isStopWord(run.surface.replace('’', "'"), languages)
      ? []
      : readWord({ ...run, kind: 'word', surface: contracted, to: run.from + contracted.length }, text, languages);
  const { words, wholes } = partsOf(run.surface);
  const telling = words.filter((word) => !isStopWord(word, languages));
  return [tokenOf(run, wholes.map(fold)), ...telling.map((word) => partOf(run, wordKeys(word, languages)))];
}

function readRun(run: Run, text: string, languages: ReadingLanguages): TextToken[] {
  if (run.kind === 'emoji') return [tokenOf(run, [run.surface.replaceAll('\ufe0f', '')])];
  if (run.kind === 'unspaced') return segmentUnspaced(run).map(({ keys, ...part }) => tokenOf(part, keys));
  return run.kind === 'word' ? readWord(run, text, languages) : readJoined(run, text, languages);
}

function readTokens(text: string, runs: readonly Run[], languages: ReadingLanguages): TextToken[] {
  const phones = findPhones(text).map(({ key, from, to }) => ({
    from,
    to,
    surface: text.slice(from, to),
    keys: [key],
  }));
  return [...runs.flatMap((run) => readRun(run, text, languages)), ...phones];
}

/** The words of runs, by script. */
function wordsByScript(runs: readonly Run[]): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>();
  for (const { kind, surface } of runs) {
    if (kind === 'emoji' || kind === 'unspaced') continue;
    for (const word of surface.split(/[^\p{L}\p{M}]+/u)) {
      const script = word === '' ? null : scriptOf(word);
      if (script === null) continue;
      const list = words.get(script);
      if (list === undefined) words.set(script, [word]);
      else list.push(word);
    }
  }
  return words;
}

/**
 * In which languages words are stemmed: `likely` ones, for texts that are compared by how much they have in common; `possible` ones, for texts that are to be
 * found although they are too short to tell their language.
 */
export type KeyReach = 'likely' | 'possible';

/** A text of fewer words is mostly an acknowledgement, whose words must weigh no more than they say. */
const LEAST_POSSIBLE = 4;
/** A longer text tells its language; one that does not is data, as in base64. */
const MOST_UNSURE = 30;

/** The languages that the words of runs are of, by script: the likely ones for stop words, and in a short text all possible ones for stems. */
function readingLanguages(runs: readonly Run[], reach: KeyReach): ReadingLanguages {
  const known = new Map([...wordsByScript(runs)].map(([script, words]) => [script, languagesOfWords(words, script)]));
  const likely: LanguagesByScript = (script) => known.get(script)?.likely ?? [];
  const possible: LanguagesByScript = (script) => known.get(script)?.possible ?? [];
  return { stopWords: likely, stems: reach === 'likely' || runs.length > MOST_UNSURE ? likely : possible };
}

/**
 * The words of a text in order, each with the keys by which it is found: stems in the language of the text, without letter case and marks, of the
 * usual width; of paths, addresses, names in camel case and numbers also their parts. Stop words of that language have none, unless they are written as a name.
 * `reach`: default `possible`.
 */
export function analyseText(text: string, reach: KeyReach = 'possible'): TextToken[] {
  const runs = scanRuns(text);
  return readTokens(text, runs, readingLanguages(runs, runs.length < LEAST_POSSIBLE ? 'likely' : reach));
}

/** A key of a question. */
export interface QuestionKey {
  readonly key: string;
  /** The word of the question that it is of, by its number. */
  readonly word: number;
  /** Is it the key that any text has for the word, whatever its language? */
  readonly isCommon: boolean;
  /** Where its run of characters begins: a path and its parts are one. */
  readonly from: number;
  /** Is it of a part of a path, an address or an identifier? */
  readonly isPart: boolean;
}

function findQuestionKeys(text: string): readonly QuestionKey[] {
  const runs = scanRuns(text);
  return readTokens(text, runs, readingLanguages(runs, 'possible')).flatMap(({ keys, from, isPart = false }, word) =>
    keys.map((key, nth) => ({ key, word, isCommon: nth === 0, from, isPart })),
  );
}

/** A question is read for its statistics, its speakers, its spelling and its days: characters of the latest ones, with their keys. */
const questions = new LRUCache<string, readonly QuestionKey[]>({
  maxSize: 200_000,
  sizeCalculation: (_, text) => text.length + 1,
});

/** What a question is searched by. */
export function readQuestionKeys(text: string): readonly QuestionKey[] {
  const known = questions.get(text);
  if (known !== undefined) return known;
  const keys = findQuestionKeys(text);
  questions.set(text, keys);
  return keys;
}
