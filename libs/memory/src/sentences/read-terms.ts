import { isFunctionWord, stem } from '@crumbtrail/hints';

/** What two texts may have in common: a number, a name or identifier, or the stem of another word. */
export type TermKind = 'number' | 'name' | 'word';

/** How much a term weighs by what it is, before its rarity. */
export const TERM_WEIGHTS: Readonly<Record<TermKind, number>> = { number: 1.5, name: 1.25, word: 1 };

const TOKEN = /\p{N}+(?:[.,:]\p{N}+)*(?![\p{L}_])|[\p{L}\p{M}\p{N}_]+(?:['’][\p{L}\p{M}]+)*/gu;
/** The same tokens in a text of ASCII characters, where it is several times as fast. */
const ASCII_TOKEN = /\d+(?:[.,:]\d+)*(?![A-Za-z_])|\w+(?:'[A-Za-z]+)*/g;
// eslint-disable-next-line no-control-regex -- ASCII is meant
const NOT_ASCII = /[^\x00-\x7f]/;
const NUMBER = /^\p{N}/u;
const LETTER = /[\p{L}_]/u;
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const ZERO_DECIMALS = /\.0+$/;
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const CAPITAL = /^\p{Lu}/u;
const IDENTIFIER = /[\p{Ll}\p{N}]\p{Lu}|\p{N}|_/u;
const ACRONYM = /^\p{Lu}{2,}$/u;
const NEGATED = /n['’]t$/;
const CONTRACTED = /['’].*$/;
const SHORTEST_WORD = 3;
const SHORTEST_NAME = 2;

/** `1,000` and `1000` are one number, and so are `41.00` and `41`. */
const readNumber = (token: string): string =>
  (GROUPED.test(token) ? token.replaceAll(',', '') : token).replace(ZERO_DECIMALS, '');

/** Pairs of characters, where a script has no spaces between words. */
const pairsOf = (token: string): string[] => {
  const characters = [...token];
  return characters.length < 2 ? characters : characters.slice(1).map((one, at) => `${characters[at] ?? ''}${one}`);
};

function kindOf(token: string, isFirst: boolean): TermKind {
  if (IDENTIFIER.test(token) || ACRONYM.test(token)) return 'name';
  return CAPITAL.test(token) && !isFirst ? 'name' : 'word';
}

/** The stem of a word; undefined for one that says nothing. */
function readWord(token: string, kind: TermKind): string | undefined {
  if (NEGATED.test(token)) return undefined;
  const bare = token.replace(CONTRACTED, '');
  const word = bare.toLowerCase();
  if (isFunctionWord(word) && !ACRONYM.test(bare)) return undefined;
  return word.length < (kind === 'word' ? SHORTEST_WORD : SHORTEST_NAME) ? undefined : stem(word);
}

interface ReadTerm {
  readonly key: string;
  readonly kind: TermKind;
}

function termsOf(token: string, isFirst: boolean): readonly ReadTerm[] {
  if (NUMBER.test(token) && !LETTER.test(token)) return [{ key: readNumber(token), kind: 'number' }];
  if (NO_SPACES.test(token)) return pairsOf(token).map((key) => ({ key, kind: 'word' }));
  const kind = kindOf(token, isFirst);
  const key = readWord(token, kind);
  return key === undefined ? [] : [{ key, kind }];
}

/** Reads terms of texts that have many words in common: it remembers what each word is. */
export class TermReader {
  private readonly known: readonly [Map<string, readonly ReadTerm[]>, Map<string, readonly ReadTerm[]>] = [
    new Map(),
    new Map(),
  ];

  /** The terms of a text, each once, with their kinds. Function words are left out. */
  read(text: string): Map<string, TermKind> {
    const terms = new Map<string, TermKind>();
    const tokens = NOT_ASCII.test(text) ? text.normalize('NFKC').match(TOKEN) : text.match(ASCII_TOKEN);
    for (const token of tokens ?? []) {
      for (const { key, kind } of this.termsOf(token, terms.size === 0)) {
        if (terms.get(key) !== 'name') terms.set(key, kind);
      }
    }
    return terms;
  }

  private termsOf(token: string, isFirst: boolean): readonly ReadTerm[] {
    const known = this.known[isFirst ? 1 : 0];
    const remembered = known.get(token);
    if (remembered) return remembered;
    const terms = termsOf(token, isFirst);
    known.set(token, terms);
    return terms;
  }
}
