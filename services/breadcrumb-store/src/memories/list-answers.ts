import { AgentResponse } from '@crumbtrail/contracts';
import type { MemoryAnswer } from '@crumbtrail/contracts/operations/memory-reading';
import type { Sql } from '../database/database';
import { StatementParameters } from '../database/statement-parameters';
import type { AuthenticatedCaller } from '../identity/caller';
import { visibleToCaller } from '../identity/visibility/access-filter.sql';
import { PRESENT } from '../reading/envelope';

interface AnswerRow {
  readonly response: string;
  readonly agent: string;
  readonly session: string | null;
  readonly created_at: Date;
  readonly quoted_version: number;
  readonly context: string | null;
}

const MOST = 200;

/** The answers to contexts that quote a memory, newest first, as far as the caller may read them. The context is named where the caller may read that too. */
export async function listAnswers(sql: Sql, memory: string, caller: AuthenticatedCaller): Promise<MemoryAnswer[]> {
  const parameters = new StatementParameters();
  const workspace = parameters.add(caller.workspace, 'text');
  const rows = await sql.query<AnswerRow>(
    `select c.id as response, c.author_id as agent, c.session, c.created_at, q.quoted_version,
       case when ${visibleToCaller('b', caller, parameters.list)} then b.id end as context
     from (select crumb_id, max(quoted_version) as quoted_version from blob_quote
       where workspace = ${workspace} and quoted_id = ${parameters.add(memory, 'uuid')} group by crumb_id) q
     join crumb b on b.workspace = ${workspace} and b.id = q.crumb_id
     join crumb c on c.workspace = ${workspace} and c.cause_id = b.id
     where c.schema_name = ${parameters.add(AgentResponse.name, 'text')} and ${PRESENT}
       and ${visibleToCaller('c', caller, parameters.list)}
     order by c.created_position desc limit ${parameters.add(MOST, 'int')}`,
    parameters.list,
  );
  return rows.map(({ session, created_at, context, ...row }) => ({
    ...row,
    ...(session === null ? {} : { session }),
    ...(context === null ? {} : { context }),
    at: created_at.toISOString(),
  }));
}
