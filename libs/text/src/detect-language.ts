import { detect } from 'tinyld/light';
import { fold } from './fold';
import { LANGUAGES } from './languages/all-languages';
import type { Language } from './languages/language';

const LETTER_WEIGHT = 0.5;
/** A text whose words speak for a language with less is of an unknown one. */
const LEAST = 1;
/** How much more must speak for it than for the next. */
const CLEARLY = 1.5;
/** Where small words speak for English as well, it is English: most texts are, and its words resemble those of others. */
const NEARLY = 0.6;
/** Words that are looked at. */
const MOST_WORDS = 400;

function groupWords(languages: readonly Language[]): ReadonlyMap<string, readonly Language[]> {
  const byWord = new Map<string, Language[]>();
  for (const language of languages)
    for (const word of language.stopWords) byWord.set(word, [...(byWord.get(word) ?? []), language]);
  return byWord;
}
const BY_CODE = new Map(LANGUAGES.map((language) => [language.code, language]));
const BY_LETTER = new Map<string, readonly Language[]>();
for (const language of LANGUAGES)
  for (const letter of language.letters ?? '') BY_LETTER.set(letter, [...(BY_LETTER.get(letter) ?? []), language]);
const BY_SCRIPT = new Map<string, readonly Language[]>(
  [...new Set(LANGUAGES.map(({ script }) => script))].map((script) => [
    script,
    LANGUAGES.filter((language) => language.script === script).toSorted((a, b) => (a.code < b.code ? -1 : 1)),
  ]),
);

/** For each script its small words, with the languages that have them. */
const SMALL_WORDS = new Map([...BY_SCRIPT].map(([script, languages]) => [script, groupWords(languages)]));
const BEYOND_ASCII = /[^\x00-\x7f]/; // eslint-disable-line no-control-regex -- all of ASCII

/** The languages of a script. */
export const languagesOf = (script: string): readonly Language[] => BY_SCRIPT.get(script) ?? [];

/** A language with how much speaks for it. */
type WeighedLanguage = readonly [language: Language, weight: number];

/** What some words say of their language. */
interface LanguageEvidence {
  /** How much their small words and letters speak for each. */
  readonly weights: ReadonlyMap<Language, number>;
  /** How many different small words each has among them. */
  readonly smallWords: ReadonlyMap<Language, number>;
}

const NONE: readonly Language[] = [];

/** The letters of words, where any of them may tell a language. */
function tellingLetters(words: ReadonlySet<string>): ReadonlySet<string> {
  const letters = [...words].join('');
  return new Set(BEYOND_ASCII.test(letters) ? letters.toLowerCase() : '');
}

function gatherEvidence(words: readonly string[], script: string): LanguageEvidence {
  const weights = new Map<Language, number>();
  const smallWords = new Map<Language, number>();
  const known = SMALL_WORDS.get(script);
  const add = (to: Map<Language, number>, language: Language, weight: number): void => {
    to.set(language, (to.get(language) ?? 0) + weight);
  };
  const read = new Set(words.slice(0, MOST_WORDS));
  const folded = new Set<string>();
  for (const word of read) {
    const plain = fold(word);
    const speaking = known?.get(plain) ?? NONE;
    for (const language of speaking) {
      add(weights, language, 1 / speaking.length);
      if (!folded.has(plain)) add(smallWords, language, 1);
    }
    folded.add(plain);
  }
  for (const letter of tellingLetters(read)) {
    const speaking = BY_LETTER.get(letter) ?? NONE;
    for (const language of speaking) if (language.script === script) add(weights, language, LETTER_WEIGHT);
  }
  return { weights, smallWords };
}

/** How much the small words and the letters of some words speak for each language of their script, the likeliest first. */
export const weighLanguages = (words: readonly string[], script: string): readonly WeighedLanguage[] =>
  sortByWeight(gatherEvidence(words, script));

/** As many are tried where none is likelier than the others. */
const MOST_LIKELY = 3;
/** Shorter texts say too little to a detector that compares letters, and more than this says nothing more. */
const LEAST_LETTERS = 12;
const MOST_LETTERS = 120;
/** So many words without a small one of any language are of none that is known: names, data, or another language. */
const MOST_WITHOUT = 12;

/** The language by its letters; undefined where the words are too few, or it is none of ours. */
function detectByLetters(words: readonly string[], script: string): Language | undefined {
  const text = words.join(' ').slice(0, MOST_LETTERS);
  const found = text.length < LEAST_LETTERS ? undefined : BY_CODE.get(detect(text));
  return found?.script === script ? found : undefined;
}

/** The likeliest first. Where as much speaks for several, the one with more small words comes first, and then the order of their codes decides. */
const sortByWeight = ({ weights, smallWords }: LanguageEvidence): WeighedLanguage[] =>
  [...weights].toSorted(
    ([one, weight], [other, otherWeight]) =>
      otherWeight - weight ||
      (smallWords.get(other) ?? 0) - (smallWords.get(one) ?? 0) ||
      (one.code < other.code ? -1 : 1),
  );

/** Small words that tell a language beyond doubt: one alone may be of another language, as `on`, `to` and `de` are. */
const SURE = 2;

const isSure = (language: Language, smallWords: LanguageEvidence['smallWords']): boolean =>
  (smallWords.get(language) ?? 0) >= SURE;

/** Has English as many small words as this language, beyond doubt? "The war ended in May" has two of English and of German, and `war` is of German alone. */
const isEnglishToo = (language: Language, english: Language, { smallWords }: LanguageEvidence): boolean =>
  isSure(english, smallWords) && (smallWords.get(english) ?? 0) >= (smallWords.get(language) ?? 0);

const isAhead = ([, weight]: WeighedLanguage, next: WeighedLanguage | undefined): boolean =>
  weight >= LEAST && weight >= CLEARLY * (next?.[1] ?? 0);

/** The language that small words speak for clearly; null where they do not. */
function clearLanguage(weighed: readonly WeighedLanguage[], evidence: LanguageEvidence): Language | null {
  const [first, second] = weighed;
  if (first === undefined) return null;
  const [language, weight] = first;
  const english = weighed.find(([{ code }]) => code === 'en');
  if (english && isEnglishToo(language, english[0], evidence)) return english[0];
  if (isAhead(first, second)) return language;
  return english && english[1] >= NEARLY * weight ? english[0] : null;
}

/** The languages of some words of one script, the likeliest first. */
export interface WordLanguages {
  /** One where it is clear by small words, else that of the letters and that of the small words; none where nothing speaks for any. */
  readonly likely: readonly Language[];
  /**
   * Those of the likely ones that several small words speak for, or the letters: their stop words say little. One small word alone may be a word of
   * another language, as `dog` of Danish, `cat` of Romanian and `bus` of Latvian are.
   */
  readonly told: readonly Language[];
  /** By which they may be found: where few small words tell, also those that anything speaks for; all of the script where nothing does. */
  readonly possible: readonly Language[];
}

const only = (languages: readonly Language[]): WordLanguages => ({
  likely: languages,
  told: languages,
  possible: languages,
});

/** The languages of words. Takes a microsecond a word, and a tenth of a millisecond more where small words do not tell. */
export function languagesOfWords(words: readonly string[], script: string): WordLanguages {
  const candidates = languagesOf(script);
  if (candidates.length < 2) return only(candidates);
  const evidence = gatherEvidence(words, script);
  const { smallWords } = evidence;
  const weighed = sortByWeight(evidence);
  const clear = clearLanguage(weighed, evidence);
  if (clear !== null && isSure(clear, smallWords)) return only([clear]);
  if (weighed.length === 0 && words.length > MOST_WITHOUT) return only([]);
  const byWords = weighed.slice(0, MOST_LIKELY).map(([language]) => language);
  const byLetters = detectByLetters(words, script);
  const letters = byLetters ? [byLetters] : [];
  const guessed = byLetters ? [byLetters, ...byWords.slice(0, 1)] : byWords;
  const likely = clear === null ? [...new Set(guessed)] : [clear];
  const told = likely.filter((language) => language === byLetters || isSure(language, smallWords));
  return {
    likely,
    told,
    possible: likely.length === 0 ? candidates : [...new Set([...likely, ...byWords, ...letters])],
  };
}
