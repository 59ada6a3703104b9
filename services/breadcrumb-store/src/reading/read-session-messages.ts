import {
  AgentResponse,
  UserMessage,
  type ReadSessionMessages,
  type ReplyOf,
  type RequestOf,
} from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import { StatementParameters } from '../database/statement-parameters';
import { mayInformSql, mayReadSql } from '../identity/visibility/access-filter.sql';
import { tookPartSql } from '../identity/visibility/took-part.sql';
import { findAnswerReaders } from '../turns/find-answer-readers';
import { PRESENT } from './envelope';
import { leftInSessionSql } from './left-messages.sql';

type SessionMessagesRequest = RequestOf<typeof ReadSessionMessages>;

/** Messages that are read before and after the time. */
const MOST_PER_SIDE = 400;
/** Characters of a message. */
const LONGEST = 20_000;

interface MessageRow {
  readonly at: Date;
  readonly by: string;
  readonly text: string;
}

async function tookPart(sql: Sql, workspace: string, { session, viewer }: SessionMessagesRequest): Promise<boolean> {
  const parameters = new StatementParameters();
  const named = { workspace: parameters.add(workspace, 'text'), session: parameters.add(session, 'text') };
  const rows = await sql.query(`select 1 where ${tookPartSql(parameters, named, viewer)}`, parameters.list);
  return rows.length > 0;
}

/** One side of a time: the condition, the order from the time on, and how many messages. */
interface Side {
  readonly comparison: '<=' | '>';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly readers: readonly string[];
}

/** The messages on one side of the time, nearest first, that the agent may read and the turn's answer may tell. */
async function readSide(
  sql: Sql,
  workspace: string,
  { session, viewer, around }: SessionMessagesRequest,
  { comparison, order, limit, readers }: Side,
): Promise<readonly MessageRow[]> {
  const parameters = new StatementParameters();
  const [inWorkspace, inSession] = [parameters.add(workspace, 'text'), parameters.add(session, 'text')];
  const conditions = [
    `c.workspace = ${inWorkspace} and c.session = ${inSession}`,
    `c.id not in (${leftInSessionSql(inWorkspace, inSession)})`,
    PRESENT,
    `(c.schema_name = '${UserMessage.name}' or (c.schema_name = '${AgentResponse.name}' and v.context ->> 'action' = 'speak'))`,
    `v.context ->> 'content' is not null`,
    mayReadSql(parameters, 'c', { participant: { kind: 'agent', id: viewer } }),
    mayInformSql(parameters, 'c', readers),
    around === undefined ? null : `c.occurred_at ${comparison} ${parameters.add(around, 'timestamptz')}`,
  ];
  return sql.query<MessageRow>(
    `select c.occurred_at as at, c.author_id as by, left(v.context ->> 'content', ${LONGEST}) as text
    from crumb c join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
    where ${conditions.filter((condition) => condition !== null).join(' and ')}
    order by c.occurred_at ${order}, c.created_position ${order} limit ${limit}`,
    parameters.list,
  );
}

/** Messages of a session in which the agent took part, around a time or the newest, as far as the answer of its turn may tell them; without what its conversation has left. */
export async function readSessionMessages(
  sql: Sql,
  workspace: string,
  request: SessionMessagesRequest,
): Promise<ReplyOf<typeof ReadSessionMessages>> {
  if (!(await tookPart(sql, workspace, request))) return { took_part: false, messages: [] };
  const readers = await findAnswerReaders(sql, workspace, request.turn);
  const isWindow = request.around !== undefined;
  const limit = isWindow ? MOST_PER_SIDE : 2 * MOST_PER_SIDE;
  const before = await readSide(sql, workspace, request, { comparison: '<=', order: 'desc', limit, readers });
  const after = isWindow
    ? await readSide(sql, workspace, request, { comparison: '>', order: 'asc', limit, readers })
    : [];
  const messages = [...before.toReversed(), ...after].map(({ at, by, text }) => ({ at: at.toISOString(), by, text }));
  return { took_part: true, messages };
}
