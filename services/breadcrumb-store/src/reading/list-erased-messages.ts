import { AgentResponse, UserMessage } from '@crumbtrail/contracts';
import type { ErasedMessage, ListErasedMessagesRequest } from '@crumbtrail/contracts/operations/erasure';
import type { Sql } from '../database/database';
import type { AuthenticatedCaller } from '../identity/caller';
import { visibleToCaller } from '../identity/visibility/access-filter.sql';
import { toTombstone, type CrumbRow } from './envelope';
import { pageLength } from './listing-statement';

/** What is left of the erased messages and answers of a session that the caller was allowed to read, the latest first. */
export async function listErasedMessages(
  sql: Sql,
  { session, limit }: ListErasedMessagesRequest,
  caller: AuthenticatedCaller,
): Promise<ErasedMessage[]> {
  const schemas = [UserMessage.name, AgentResponse.name];
  const params: unknown[] = [caller.workspace, session, schemas, pageLength(limit)];
  const rows = await sql.query<CrumbRow>(
    `select c.*, c.position as head_position from crumb c
    where c.workspace = $1 and c.session = $2 and c.schema_name = any($3::text[]) and c.erased_at is not null
      and ${visibleToCaller('c', caller, params)}
    order by c.occurred_at desc, c.created_position desc limit $4`,
    params,
  );
  return rows.map((row) => {
    const { erased_at, erased_by } = toTombstone(row);
    return {
      id: row.id,
      schema_name: row.schema_name,
      author: { kind: row.author_kind, id: row.author_id },
      trail_id: row.trail_id,
      occurred_at: row.occurred_at.toISOString(),
      erased_at,
      erased_by,
    };
  });
}
