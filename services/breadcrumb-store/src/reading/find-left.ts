import { refuse, type FindLeft, type RequestOf } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import { readHead, requirePosition } from './head';
import { leftIdsSql } from './left-messages.sql';
import { restsOnSql } from './rests-on.sql';

const OF_MESSAGE = leftIdsSql('m.workspace = $1 and m.id = $2::uuid');
const AMONG = leftIdsSql(
  `m.workspace = $1 and x.id = any($2::uuid[])
   and m.session in (select s.session from crumb s where s.workspace = $1 and s.id = any($2::uuid[]))`,
);

/** The ids of breadcrumbs that a message leaves, or of those in a list that any message leaves, each once. */
export async function findLeft(
  sql: Sql,
  workspace: string,
  { message, ids, min_position }: RequestOf<typeof FindLeft>,
): Promise<string[]> {
  requirePosition(await readHead(sql), min_position);
  if (message === undefined && ids === undefined)
    throw refuse('invalid_payload', 'What was left is found of a `message` or among `ids`.');
  const [statement, wanted] = message === undefined ? [AMONG, ids] : [OF_MESSAGE, message];
  const rows = await sql.query<{ readonly id: string }>(statement, [workspace, wanted]);
  return [...new Set(rows.map(({ id }) => id))];
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
