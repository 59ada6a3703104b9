import { refuse } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import type { TurnRecord } from '../ledger/stored-rows';
import { responseAudience } from './turn-crumbs';

/** Tokens of those who may read the answer of a turn. Refuses a turn that does not exist. */
export async function findAnswerReaders(sql: Sql, workspace: string, turn: string): Promise<readonly string[]> {
  const rows = await sql.query<Pick<TurnRecord, 'audience' | 'cause_author' | 'readers'>>(
    'select audience, cause_author, readers from turn where workspace = $1 and id = $2',
    [workspace, turn],
  );
  const [found] = rows;
  if (!found) throw refuse('not_found', `No turn ${turn} in this workspace.`);
  return responseAudience(found);
}
