import { analyseText, type TextToken } from '@crumbtrail/text';
import { encodeWholeNumbers } from '../../../database/encode-vector';
import { meaningOfStems } from '../../embedders/words-embedder';

/** Positions of one key that a `tsvector` keeps. */
const MOST_POSITIONS = 255;
/** The last position that a `tsvector` can hold. */
const LAST_POSITION = 16_383;

/** The keys by which a text is found, as they are stored. */
export interface TextKeys {
  /** As Postgres writes a `tsvector`. */
  readonly tsv: string;
  /** How many words the text has, without stop words. */
  readonly length: number;
  /** The meaning of the text by the built-in embedder, as Postgres writes a `halfvec`; null where it has none. */
  readonly meaning: string | null;
}

const quote = (key: string): string => `'${key.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** How many words there are: a path or an identifier is one, whatever its parts. */
const countWords = (tokens: readonly TextToken[]): number => new Set(tokens.map(({ from }) => from)).size;

/** The keys of a text and of its author's name, as a context shows it. The names of frequent speakers get little weight in scores. */
export function keysOf(text: string, author: string | null): TextKeys {
  const named = text === '' || author === null ? [] : analyseText(author, 'likely');
  const said = analyseText(text);
  const positions = new Map<string, number[]>();
  [...named, ...said].forEach(({ keys, isPart = false }, at) => {
    for (const key of keys) {
      const known = positions.get(key);
      if (known === undefined) positions.set(key, [at]);
      // Code says the parts of its identifiers over and over: once is enough to be found by them.
      else if (!isPart && known.length < MOST_POSITIONS) known.push(at);
    }
  });
  const tsv = [...positions].map(
    ([key, list]) => `${quote(key)}:${list.map((at) => Math.min(at + 1, LAST_POSITION)).join()}`,
  );
  const meaning = meaningOfStems(new Map([...positions].map(([key, list]) => [key, list.length])));
  return {
    tsv: tsv.join(' '),
    length: countWords(named) + countWords(said),
    meaning: meaning && encodeWholeNumbers(meaning),
  };
}
