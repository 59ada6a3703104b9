import { readQuestionKeys } from '@crumbtrail/text';
import { distance } from 'fastest-levenshtein';
import type { SqlReader } from '../../database/database';
import type { Spelling } from '../query/analyse-question';

/** Shorter words resemble too many others. */
const LEAST_LETTERS = 5;
/** A word may differ by one edit for each of so many letters. */
const LETTERS_OF_AN_EDIT = 4;
/** How many words stand for one that no text has. */
const MOST_SPELLINGS = 3;
/** A similar word says less than the word itself. */
const WEIGHT = 0.8;

const WORD = /^\p{L}+$/u;

/** The words of a workspace that begin with the same two letters and are about as long. `term` has the collation "C", so that a range is a prefix. */
const SELECT_SIMILAR = `
  with q as materialized (
    select stem, left(stem, 2) as first, left(stem, 2) || chr(1114111) as last from unnest($2::text[]) s (stem))
  select q.stem as wanted, t.term as stem, t.df from q join term_stat t on t.workspace = $1::text and t.term >= q.first and t.term < q.last
  where abs(length(t.term) - length(q.stem)) <= length(q.stem) / ${LETTERS_OF_AN_EDIT}`;

interface SimilarTerm {
  readonly wanted: string;
  readonly stem: string;
  readonly df: number;
}

const sortLetters = (word: string): string => Array.from(word).sort().join('');

/** Two letters that changed places are one edit. */
function countEdits(wanted: string, stem: string): number {
  const edits = distance(wanted, stem);
  return edits === 2 && sortLetters(wanted) === sortLetters(stem) ? 1 : edits;
}

function chooseSpellings(wanted: string, similar: readonly SimilarTerm[]): Spelling[] {
  const most = Math.floor(wanted.length / LETTERS_OF_AN_EDIT);
  return similar
    .map(({ stem, df }) => ({ stem, df, weight: WEIGHT, edits: countEdits(wanted, stem) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits || b.df - a.df || (a.stem < b.stem ? -1 : 1))
    .slice(0, MOST_SPELLINGS)
    .map(({ edits: _, ...spelling }) => spelling);
}

/** The words of a query that no text of the workspace has in any form, by their usual keys. */
export function findUnknown(query: string, stems: readonly (readonly [stem: string, df: number])[]): readonly string[] {
  const known = new Set(stems.flatMap(([stem, df]) => (df > 0 ? [stem] : [])));
  const keys = readQuestionKeys(query);
  const found = new Set(keys.filter(({ key }) => known.has(key)).map(({ from }) => from));
  const unknown = keys.filter(({ isCommon, isPart, from }) => isCommon && !isPart && !found.has(from));
  return [...new Set(unknown.map(({ key }) => key))];
}

/**
 * The words of a workspace that those of a query may be misspellings of which no text has, by the number of edits (Levenshtein 1966; two letters
 * that changed places are one). The first two letters must be right. Only words of texts that everybody may read are looked at.
 */
export async function findSpellings(
  sql: SqlReader,
  workspace: string,
  { query, stems }: { readonly query: string; readonly stems: readonly (readonly [stem: string, df: number])[] },
): Promise<Spelling[]> {
  const wanted = findUnknown(query, stems).filter((key) => key.length >= LEAST_LETTERS && WORD.test(key));
  if (wanted.length === 0) return [];
  const similar = await sql.read<SimilarTerm>({ text: SELECT_SIMILAR }, [workspace, wanted]);
  return wanted.flatMap((stem) =>
    chooseSpellings(
      stem,
      similar.filter((one) => one.wanted === stem),
    ),
  );
}
