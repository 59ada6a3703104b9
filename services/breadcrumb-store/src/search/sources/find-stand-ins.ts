import type { SqlReader } from '../../database/database';
import type { Spelling } from '../query/analyse-question';
import type { NearTerm } from '../query/near-words';
import { findNearTerms } from './find-near-terms';
import { findSpellings } from './find-spellings';

/** A question whose words are looked up in the workspace. */
export interface LookedUpQuestion {
  readonly query: string;
  readonly stems: readonly (readonly [stem: string, df: number])[];
  /** The embedder that knows which words are near; null where near words of the workspace are not wanted. */
  readonly embedder: string | null;
}

/** The words of a workspace that stand for those of a question that none of its texts has. */
export async function findStandIns(
  sql: SqlReader,
  workspace: string,
  asked: LookedUpQuestion,
): Promise<{ readonly spellings: readonly Spelling[]; readonly near: readonly NearTerm[] }> {
  const [spellings, near] = await Promise.all([
    findSpellings(sql, workspace, asked),
    findNearTerms(sql, workspace, asked),
  ]);
  return { spellings, near };
}
