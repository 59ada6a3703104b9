import { AgentResponse, CONVERSATION_SCHEMAS, type Envelope, type ReadWindowRequest } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import { audienceTokens } from '../ledger/stored-rows';
import { ENVELOPE_COLUMNS, PRESENT, toEnvelope, type CrumbRow, type VersionRow } from './envelope';
import { readHead, requirePosition } from './head';
import { leftIdsSql } from './left-messages.sql';

/** The schemas of the partial index, written out so that the planner uses it. */
const CONVERSATION = CONVERSATION_SCHEMAS.map((name) => `'${name}'`).join(', ');

/** What messages of the window leave. What was said before it and changed since, the keeper looks at when it has remembered it. */
const LEFT = leftIdsSql('m.workspace = $1 and m.session = $2 and m.position > $3');

/** What was said in a session after a position to exactly these readers, in the order of the log, without what its conversation has left. */
export async function readWindow(
  sql: Sql,
  workspace: string,
  { session, readers, after, limit, min_position }: ReadWindowRequest,
): Promise<Envelope[]> {
  requirePosition(await readHead(sql), min_position);
  const rows = await sql.query<CrumbRow & VersionRow>(
    `select ${ENVELOPE_COLUMNS} from crumb c
     join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
     where c.workspace = $1 and c.session = $2 and c.position > $3 and c.schema_name in (${CONVERSATION}) and ${PRESENT}
       and c.id not in (${LEFT})
       and (c.schema_name <> '${AgentResponse.name}' or v.context ->> 'action' = 'speak')
       and c.audience <@ $4::text[] and $4::text[] <@ array_append(c.audience, c.author_kind || ':' || c.author_id)
     order by c.position limit $5`,
    [workspace, session, after, audienceTokens(readers), limit],
  );
  return rows.map(toEnvelope);
}
