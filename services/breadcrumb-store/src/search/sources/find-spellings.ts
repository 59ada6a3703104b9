import { beginningsOf, countEdits, divideKey, hasPart, joinsWords, mayBeMisspelt, mostEdits } from '@crumbtrail/text';
import type { SqlReader } from '../../database/database';
import type { Spelling } from '../query/analyse-question';
import { findUnknown, isAmong, MOST_SPELLINGS, SPELLING_WEIGHT, type UnknownWord } from '../query/unknown-words';

/** A word that one is a part of, or that is a part of it, says less than the word itself. */
const PART_WEIGHT = 0.6;
/** Words of a workspace that are looked at for each part. */
const MOST_WITH_PART = 40;

const LAST = 'chr(1114111)';

/**
 * The words of a workspace that resemble keys, with how: those that begin as a misspelt word may and are about as long ("like"), those that begin or end
 * with a part ("with"), and the parts themselves ("is"). `term` has the collation "C", so that a range is a prefix.
 */
const SELECT_SIMILAR = `
  with q as materialized (
      select stem, most, first, first || ${LAST} as last from unnest($2::text[], $5::int[], $6::text[]) s (stem, most, first)),
    p as materialized (select stem, reverse(stem) as backwards from unnest($3::text[]) s (stem))
  select 'like' as how, q.stem as wanted, t.term as stem, t.df from q
  join term_stat t on t.workspace = $1::text and t.term >= q.first and t.term < q.last
  where abs(length(t.term) - length(q.stem)) <= q.most
  union all
  select 'with', p.stem, t.term, t.df from p cross join lateral (
    (select x.term, x.df from term_stat x where x.workspace = $1::text and x.term > p.stem and x.term < p.stem || ${LAST} limit ${MOST_WITH_PART})
    union all
    (select x.term, x.df from term_stat x where x.workspace = $1::text and reverse(x.term) collate "C" > p.backwards
       and reverse(x.term) collate "C" < p.backwards || ${LAST} limit ${MOST_WITH_PART})) t
  union all
  select 'is', t.term, t.term, t.df from term_stat t where t.workspace = $1::text and t.term = any($4::text[])`;

interface SimilarTerm {
  readonly how: 'like' | 'with' | 'is';
  readonly wanted: string;
  readonly stem: string;
  readonly df: number;
}

type CountedTerm = Pick<SimilarTerm, 'stem' | 'df'>;

const toSpelling = ({ stem, df }: CountedTerm, weight: number): Spelling => ({ stem, df, weight });

/** The words that differ by few letters from a key, the nearest first. */
function chooseSpellings(key: string, similar: readonly SimilarTerm[]): Spelling[] {
  return similar
    .filter(({ how, wanted }) => how === 'like' && wanted === key)
    .map((term) => ({ term, edits: countEdits(key, term.stem) }))
    .filter(({ edits }) => edits <= mostEdits(key))
    .sort((a, b) => a.edits - b.edits || b.term.df - a.term.df || (a.term.stem < b.term.stem ? -1 : 1))
    .map(({ term }) => toSpelling(term, SPELLING_WEIGHT));
}

/** The words that a key is a part of, the shortest first. */
function chooseWholes(key: string, similar: readonly SimilarTerm[]): Spelling[] {
  return similar
    .filter(({ how, wanted, stem }) => how === 'with' && wanted === key && hasPart(stem, key))
    .sort((a, b) => a.stem.length - b.stem.length || b.df - a.df || (a.stem < b.stem ? -1 : 1))
    .map((term) => toSpelling(term, PART_WEIGHT));
}

/** The two words that a key is written together of, where texts have both: those of which the shorter one is longest. */
function chooseParts(key: string, similar: readonly SimilarTerm[], isJoining: boolean): Spelling[] {
  const known = new Map(similar.filter(({ how }) => how === 'is').map((term) => [term.stem, term]));
  const found = divideKey(key, isJoining).flatMap(([firsts, second]) => {
    const [first, last] = [firsts.map((one) => known.get(one)).find((one) => one !== undefined), known.get(second)];
    return first && last ? [[first, last] as const] : [];
  });
  const shorter = ([first, last]: readonly [CountedTerm, CountedTerm]): number =>
    Math.min(first.stem.length, last.stem.length);
  const best = found.toSorted((a, b) => shorter(b) - shorter(a))[0] ?? [];
  return best.map((term) => toSpelling(term, PART_WEIGHT));
}

const distinct = (spellings: readonly Spelling[]): Spelling[] =>
  spellings.filter(({ stem }, at) => spellings.findIndex((one) => one.stem === stem) === at);

/** The keys that a word has in the other script, where texts have them. */
function chooseInOtherScript([, ...others]: UnknownWord, similar: readonly SimilarTerm[]): Spelling[] {
  return similar
    .filter(({ how, stem }) => how === 'is' && others.includes(stem))
    .map((term) => toSpelling(term, SPELLING_WEIGHT));
}

/** What stands for a word: itself in the other script, else a similar one, else words that it is a part of, else its parts. */
function chooseForWord(word: UnknownWord, similar: readonly SimilarTerm[], isJoining: boolean): Spelling[] {
  const inOtherScript = chooseInOtherScript(word, similar);
  if (inOtherScript.length > 0) return inOtherScript.slice(0, MOST_SPELLINGS);
  for (const choose of [chooseSpellings, chooseWholes, chooseParts]) {
    const found = distinct(word.flatMap((key) => choose(key, similar, isJoining)));
    if (found.length > 0) return found.slice(0, MOST_SPELLINGS);
  }
  return [];
}

/**
 * The words of a workspace that stand for those of a query which no text has: what these may be misspellings or transliterations of, by the number of edits,
 * the parts that it is written together of, and in languages that write words together those that have a word as a part. Only words of texts that everybody may read are looked at.
 */
export async function findSpellings(
  sql: SqlReader,
  workspace: string,
  { query, stems }: { readonly query: string; readonly stems: readonly (readonly [stem: string, df: number])[] },
): Promise<Spelling[]> {
  const words = findUnknown(query, isAmong(stems));
  const keys = [...new Set(words.flat())];
  const isJoining = joinsWords(query);
  const joined = isJoining ? keys : [];
  const parts = new Set(
    keys.flatMap((key) => divideKey(key, isJoining).flatMap(([firsts, second]) => [...firsts, second])),
  );
  const others = words.flatMap(([, ...some]) => some);
  const misspelt = keys.filter(mayBeMisspelt).flatMap((key) => beginningsOf(key).map((first) => [key, first] as const));
  if (misspelt.length === 0 && joined.length === 0 && parts.size === 0 && others.length === 0) return [];
  const similar = await sql.read<SimilarTerm>({ text: SELECT_SIMILAR }, [
    workspace,
    misspelt.map(([key]) => key),
    joined,
    [...parts, ...others],
    misspelt.map(([key]) => mostEdits(key)),
    misspelt.map(([, first]) => first),
  ]);
  return distinct(words.flatMap((word) => chooseForWord(word, similar, isJoining)));
}
