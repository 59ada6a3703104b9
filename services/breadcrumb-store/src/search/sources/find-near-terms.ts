import { RANKING_WEIGHTS } from '@crumbtrail/contracts';
import type { SqlReader } from '../../database/database';
import { wordTable } from '../embedders/word-table';
import { wordsEmbedder } from '../embedders/words-embedder';
import { comparesWords, keepNearest, listNear, type NearTerm } from '../query/near-words';
import { findUnknown, isAmong } from '../query/unknown-words';

/** Of how many words of the table it is asked whether texts have them: for each word of the question those nearest to it. */
const MOST_ASKED = 100;
/** Among all words of a workspace, only those are meant that are nearer than those of a conversation have to be. */
const LEAST_COSINE = 0.5;

const SELECT_TERMS = `select term as stem, df from term_stat where workspace = $1::text and term = any($2::text[]) and df > 0`;

/** A question whose words are looked up in the workspace. */
export interface LookedUpQuestion {
  readonly query: string;
  readonly stems: readonly (readonly [stem: string, df: number])[];
  /** The embedder that knows which words are near; null where near words of the workspace are not wanted. */
  readonly embedder: string | null;
}

/** The words of a workspace that mean something like those of an English query that none of its texts has. Only words of texts that everybody may read are looked at. */
export async function findNearTerms(
  sql: SqlReader,
  workspace: string,
  { query, stems, embedder }: LookedUpQuestion,
): Promise<readonly NearTerm[]> {
  const { parameters } = RANKING_WEIGHTS;
  if (embedder !== wordsEmbedder.name || !comparesWords(query, parameters)) return [];
  const unknown = findUnknown(query, isAmong(stems)).map(([stem]) => ({ stem, weight: 1 }));
  if (unknown.length === 0) return [];
  const all = wordTable().places;
  const near = unknown.map((one) =>
    listNear(query, one, {
      places: all,
      parameters: { ...parameters, near_words: MOST_ASKED, near_cosine: LEAST_COSINE },
    }),
  );
  const asked = [...new Set(near.flat().map(({ stem }) => stem))];
  if (asked.length === 0) return [];
  const found = await sql.read<{ readonly stem: string; readonly df: number }>({ text: SELECT_TERMS }, [
    workspace,
    asked,
  ]);
  const dfs = new Map(found.map(({ stem, df }) => [stem, df]));
  const present = (one: (typeof near)[number][number]): NearTerm[] => {
    const df = dfs.get(one.stem);
    return df === undefined ? [] : [{ ...one, df }];
  };
  return keepNearest(
    near.flatMap((words) => words.flatMap(present).slice(0, parameters.near_words)),
    unknown,
  );
}
