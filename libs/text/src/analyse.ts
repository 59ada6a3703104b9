import { LRUCache } from 'lru-cache';
import { languagesOf, languagesOfWords } from './detect-language';
import { fold, lower } from './fold';
import type { Language } from './languages/language';
import { isLabel, isName } from './name-or-label';
import { findNumbers, type SaidNumber } from './numbers/find-numbers';
import { findTimes } from './numbers/find-times';
import { findSpokenDigits } from './numbers/spoken-digits';
import { readRunFacts } from './numbers/word-facts';
import { findPhones, partsOf, piecesOf, thousandsOf, withoutContraction, withoutZeros } from './parts';
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
  /** Is it two characters beside the words that they are of, in a language without spaces? */
  readonly isPair?: boolean;
}

/** Longer keys are cut: nobody types them. */
const LONGEST = 100;
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const UMLAUT = /[äöüøå]/;
const UMLAUT_EACH = /[äöüøå]/g;

/** Languages by script. */
type LanguagesByScript = (script: string) => readonly Language[];

/** Which languages the words of a text are stemmed in, and whose stop words are left out; of none, those of the language that its script shares. */
export interface ReadingLanguages {
  readonly stems: LanguagesByScript;
  readonly stopWords: LanguagesByScript;
  /** Is the text of the language with this code, as far as it tells? */
  readonly isLikely: (code: string) => boolean;
  /** Names both for the words of one script, and for those whose pieces may be of several: what is read in the same languages is read alike. */
  readonly names: { readonly latin: string; readonly all: string };
}

const codeOf = ({ code }: Language): string => code;

/** The language whose stems all words of a script share, whatever language they are of. */
function commonOf(script: string): Language | undefined {
  const languages = languagesOf(script);
  return (
    languages.find(({ isCommonOfScript }) => isCommonOfScript) ?? (languages.length === 1 ? languages[0] : undefined)
  );
}
/** The stem of a word in a language. */
export const stemOf = ({ stem }: Language, word: string): string => (stem === undefined ? word : stem(word));

/** The keys of a word by the stemmers of its languages. */
export function stemKeys(word: string, script: string, languages: readonly Language[]): string[] {
  const lowered = lower(word);
  const plain = fold(lowered);
  const common = commonOf(script);
  // Latin script is stemmed as it is typed without marks, because some leave them out.
  const first = common ? fold(stemOf(common, script === 'Latin' ? plain : lowered)) : plain;
  const others = languages.flatMap((language) =>
    language === common || language.stem === undefined ? [] : [fold(language.stem(lowered))],
  );
  const spelt = UMLAUT.test(lowered)
    ? [fold(stemOf(common as Language, fold(lowered.replaceAll(UMLAUT_EACH, (letter) => UMLAUTS[letter] as string))))]
    : [];
  return [first, ...others, ...spelt];
}

const cut = (key: string): string => (key.length > LONGEST ? key.slice(0, LONGEST) : key);
/** Keys without repetition, the long ones cut. */
export const distinct = (keys: readonly string[]): string[] => [...new Set(keys.filter((key) => key !== '').map(cut))];

function wordKeys(word: string, script: string | null, { stems }: ReadingLanguages): readonly string[] {
  const keys = script === null ? [fold(word)] : stemKeys(word, script, stems(script));
  return distinct([...keys, ...thousandsOf(word), ...withoutZeros(word)]);
}

/** The languages of a text as far as its words tell; none where they do not. */
export function languagesOfText(text: string): readonly Language[] {
  const words = [...wordsByScript(scanRuns(text))];
  return words.flatMap(([script, some]) => languagesOfWords(some, script).likely);
}

/** A word that says little in its languages. */
function isStopWord(word: string, script: string | null, { stopWords }: ReadingLanguages): boolean {
  if (script === null) return false;
  const known = stopWords(script);
  const common = commonOf(script);
  const all = known.length === 0 && common ? [common] : known;
  const plain = fold(word);
  return all.some((language) => language.stopWords.has(plain));
}

/** What a word is found by, wherever it stands. */
interface ReadWord {
  readonly isStopWord: boolean;
  readonly keys: readonly string[];
  /** The keys of each of its pieces that says something. */
  readonly pieces: readonly (readonly string[])[];
}

/** Texts consist of words that were read before; to read one takes some twenty microseconds, and to move a known one to the front a third of one. */
const remembered = new LRUCache<string, ReadWord>({ max: 30_000 });

/** Words of no other script. */
const LATIN_ONLY = /^[\x00-\x7f]*$/; // eslint-disable-line no-control-regex -- all of ASCII

/** What a word is found by in some languages. */
export function readWord(word: string, languages: ReadingLanguages): ReadWord {
  const { latin, all } = languages.names;
  const place = `${LATIN_ONLY.test(word) ? latin : all}\n${word}`;
  const known = remembered.peek(place);
  if (known !== undefined) return known;
  const script = scriptOf(word);
  const pieces = piecesOf(word)
    .map((piece) => [piece, scriptOf(piece)] as const)
    .filter(([piece, of]) => !isStopWord(piece, of, languages))
    .map(([piece, of]) => wordKeys(piece, of, languages));
  const read = { isStopWord: isStopWord(word, script, languages), keys: wordKeys(word, script, languages), pieces };
  remembered.set(place, read);
  return read;
}

const toTokens = ({ from, to, surface }: Run, keys: readonly string[], parts: ReadWord['pieces']): TextToken[] => [
  { from, to, surface, keys },
  ...parts.map((part) => ({ from, to, surface, keys: part, isPart: true })),
];

function readPlain(run: Run, text: string, languages: ReadingLanguages): TextToken[] {
  const { isStopWord, keys, pieces } = readWord(run.surface, languages);
  return isStopWord && !isName(run, text) && !isLabel(run, text) ? [] : toTokens(run, keys, pieces);
}

function readJoined(run: Run, text: string, languages: ReadingLanguages): TextToken[] {
  const contracted = withoutContraction(run.surface);
  if (contracted !== null) {
    const isSmall = [contracted, run.surface.replace('’', "'")].some((word) => readWord(word, languages).isStopWord);
    const plain = { ...run, kind: 'word', surface: contracted, to: run.from + contracted.length } as const;
    return isSmall ? [] : readPlain(plain, text, languages);
  }
  const { words, wholes } = partsOf(run.surface);
  const telling = words.map((word) => readWord(word, languages)).filter((word) => !word.isStopWord);
  return toTokens(
    run,
    distinct(wholes.map(fold)),
    telling.map(({ keys }) => keys),
  );
}

function readRun(run: Run, text: string, languages: ReadingLanguages): TextToken[] {
  const { kind, surface } = run;
  if (kind === 'emoji') return toTokens(run, distinct([surface.replaceAll('\ufe0f', '')]), []);
  if (kind === 'unspaced')
    return segmentUnspaced(run).map(({ keys, from, to, surface: word, isPair }) => ({
      from,
      to,
      surface: word,
      keys: distinct(keys),
      ...(isPair ? { isPair } : {}),
    }));
  return kind === 'word' ? readPlain(run, text, languages) : readJoined(run, text, languages);
}

/** Gives a word that is a number the key of its digits; a number of several words is a token of its own. */
function addNumbers(text: string, tokens: TextToken[], numbers: readonly SaidNumber[]): void {
  for (const { key, from, to } of numbers) {
    const at = tokens.findIndex((token) => token.from === from && token.to === to && token.isPair !== true);
    const word = tokens[at];
    if (word === undefined) tokens.push({ from, to, surface: text.slice(from, to), keys: [key] });
    else tokens[at] = { ...word, keys: distinct([...word.keys, key]) };
  }
}

/** The words of a text, and its numbers, times of day and telephone numbers, with their keys. */
export function readTokens(text: string, runs: readonly Run[], languages: ReadingLanguages): TextToken[] {
  const tokens: TextToken[] = [];
  for (const run of runs) tokens.push(...readRun(run, text, languages));
  const facts = readRunFacts(runs);
  const read = { text, runs, facts };
  for (const { key, from, to } of [...findPhones(text), ...findSpokenDigits(runs, facts), ...findTimes(read)])
    tokens.push({ from, to, surface: text.slice(from, to), keys: [key] });
  addNumbers(text, tokens, findNumbers(read, languages.isLikely));
  return tokens;
}

const LETTERS_ONLY = /^[A-Za-z]+$/;

/** The words of runs, by script. */
function wordsByScript(runs: readonly Run[]): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>();
  const add = (word: string): void => {
    const script = word === '' ? null : scriptOf(word);
    if (script === null) return;
    const list = words.get(script);
    if (list === undefined) words.set(script, [word]);
    else list.push(word);
  };
  for (const { kind, surface } of runs) {
    if (kind === 'emoji' || kind === 'unspaced') continue;
    if (LETTERS_ONLY.test(surface)) add(surface);
    else surface.split(/[^\p{L}\p{M}]+/u).forEach(add);
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

/** The languages that the words of runs are of, by script: those that are told for stop words, and in a short text all possible ones for stems. */
export function readingLanguages(runs: readonly Run[], reach: KeyReach): ReadingLanguages {
  const known = new Map([...wordsByScript(runs)].map(([script, words]) => [script, languagesOfWords(words, script)]));
  const stopWords: LanguagesByScript = (script) => known.get(script)?.told ?? [];
  const wanted = reach === 'likely' || runs.length > MOST_UNSURE ? 'likely' : 'possible';
  const stems: LanguagesByScript = (script) => known.get(script)?.[wanted] ?? [];
  const nameOf = (script: string): string =>
    `${script}:${stopWords(script).map(codeOf).join()};${stems(script).map(codeOf).join()}`;
  const names = { latin: nameOf('Latin'), all: [...known.keys()].map(nameOf).sort().join() };
  const codes = new Set([...known.keys()].flatMap((script) => stems(script).map(codeOf)));
  return { stopWords, stems, isLikely: (code) => codes.has(code), names };
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
