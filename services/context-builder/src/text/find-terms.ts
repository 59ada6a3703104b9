/** A word of the question and what it counts: 1 for the question's own words, less for those of messages that it refers to. */
export type WeightedTerm = readonly [stem: string, weight: number];

/** Where a text has a word of the question. */
export interface TermHit {
  /** Index of the word. */
  readonly term: number;
  readonly at: number;
}

interface SearchedTerm {
  readonly text: string;
  readonly weight: number;
  /** Is it part of a run of characters without spaces? Then it is found anywhere. */
  readonly anywhere: boolean;
}

/** The rarest words of a question come first; more of them would only cost time. */
const MOST_TERMS = 24;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LETTER = /[\p{L}\p{N}_]/u;
/** What may follow a stem within a word. */
const ENDING =
  /^(?:[a-z]?(?:s|es|ed|er|ers|or|ors|ing|ings|ly|y|e|ies|ied|ion|ions|ation|ations|ive|able|al|ally|ment|ments|ness|ful|ity))?$/;
const LONGEST_ENDING = 7;

/** A run of a script without spaces is found by its pairs of characters. */
function splitUnspaced([stem, weight]: WeightedTerm): SearchedTerm[] {
  if (!UNSPACED.test(stem)) return [{ text: stem, weight, anywhere: false }];
  const characters = [...stem];
  const pairs = characters.slice(1).map((one, at) => `${characters[at]}${one}`);
  const all = [...new Set(pairs.length === 0 ? characters : pairs)];
  return all.map((text) => ({ text, weight: weight / all.length, anywhere: true }));
}

/** Lower case with every character where it was. */
function foldCase(text: string): string {
  const folded = text.toLowerCase();
  if (folded.length === text.length) return folded;
  return text.replace(/./gsu, (one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one));
}

/** Does a word that starts here have this stem? */
function isWord(text: string, at: number, { text: stem, anywhere }: SearchedTerm): boolean {
  if (anywhere) return true;
  if (at > 0 && LETTER.test(text.charAt(at - 1))) return false;
  const from = at + stem.length;
  let to = from;
  while (to < text.length && to - from <= LONGEST_ENDING && LETTER.test(text.charAt(to))) to += 1;
  return ENDING.test(text.slice(from, to));
}

/** English stems end in `i` where the word has `y` or `ie`. */
const searchedForm = (stem: string): string => (/[a-z]{3}i$/.test(stem) ? stem.slice(0, -1) : stem);

/** Finds the words of one question in texts, by their stems. */
export class TermFinder {
  readonly terms: readonly SearchedTerm[];

  constructor(terms: readonly WeightedTerm[]) {
    this.terms = terms
      .slice(0, MOST_TERMS)
      .filter(([stem]) => stem !== '')
      .flatMap(splitUnspaced)
      .slice(0, 2 * MOST_TERMS)
      .map((term) => ({ ...term, text: searchedForm(term.text) }));
  }

  /** All places of all words, in no particular order. */
  find(text: string): TermHit[] {
    const folded = foldCase(text);
    const hits: TermHit[] = [];
    this.terms.forEach((searched, term) => {
      for (
        let at = folded.indexOf(searched.text);
        at >= 0;
        at = folded.indexOf(searched.text, at + searched.text.length)
      )
        if (isWord(folded, at, searched)) hits.push({ term, at });
    });
    return hits;
  }
}
