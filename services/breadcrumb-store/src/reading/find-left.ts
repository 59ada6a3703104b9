import { refuse, type FindLeft, type RequestOf } from '@crumbtrail/contracts';
import type { Sql, Statement } from '../database/database';
import { requirePosition } from './head';
import { leftIdsSql } from './left-messages.sql';
import { restsOnSql } from './rests-on.sql';

const OF_MESSAGE = withHead(leftIdsSql('m.workspace = $1 and m.id = $2::uuid'));
const AMONG = withHead(
  leftIdsSql(
    `m.workspace = $1 and x.id = any($2::uuid[])
   and m.session in (select s.session from crumb s where s.workspace = $1 and s.id = any($2::uuid[]))`,
  ),
);

/** The ids that a query finds, each once, and the last committed position, in one round trip. */
function withHead(idsSql: string): Statement {
  return {
    text: `select position as head, array(select distinct id::text from (${idsSql}) as of_messages) as ids from log_head`,
  };
}

/** The ids of breadcrumbs that a message leaves, or of those in a list that any message leaves, each once. */
export async function findLeft(
  sql: Sql,
  workspace: string,
  { message, ids, min_position }: RequestOf<typeof FindLeft>,
): Promise<string[]> {
  if (message === undefined && ids === undefined)
    throw refuse('invalid_payload', 'What was left is found of a `message` or among `ids`.');
  const [statement, wanted] = message === undefined ? [AMONG, ids] : [OF_MESSAGE, message];
  const [found] = await sql.query<{ readonly head: number; readonly ids: readonly string[] }>(statement, [
    workspace,
    wanted,
  ]);
  requirePosition(found?.head ?? 0, min_position);
  return [...(found?.ids ?? [])];
}

/** Memories and summaries of which any version rests on one of these breadcrumbs. */
export async function findRestingOn(sql: Sql, workspace: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await sql.query<{ readonly id: string }>(
    `select distinct c.id from unnest($2::uuid[]) as gone(id) join crumb c on c.workspace = $1 and ${restsOnSql('gone.id')}`,
    [workspace, ids],
  );
  return rows.map(({ id }) => id);
}

/** What the message of a turn has left, with the memories and summaries that still rest on it: no search of that turn finds these. */
export async function findLeftByTurn(sql: Sql, workspace: string, turn: string): Promise<string[]> {
  const rows = await sql.query<{ readonly id: string }>(
    leftIdsSql('m.workspace = $1 and m.id = (select t.cause_id from turn t where t.workspace = $1 and t.id = $2)'),
    [workspace, turn],
  );
  const left = [...new Set(rows.map(({ id }) => id))];
  return [...left, ...(await findRestingOn(sql, workspace, left))];
}
