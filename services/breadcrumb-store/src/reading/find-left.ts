import { refuse, type FindLeft, type RequestOf } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import { readHead, requirePosition } from './head';
import { leftIdsSql } from './left-messages.sql';

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
