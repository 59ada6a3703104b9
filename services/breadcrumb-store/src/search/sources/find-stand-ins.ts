import type { SqlReader } from '../../database/database';
import type { Spelling } from '../query/analyse-question';
import type { NearTerm } from '../query/near-words';
import { findNearTerms, type LookedUpQuestion } from './find-near-terms';
import { findSpellings } from './find-spellings';

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
