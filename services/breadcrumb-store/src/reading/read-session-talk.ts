import {
  AgentResponse,
  AgentTurn,
  SessionRound,
  UserMessage,
  type SessionTalkReply,
  type SessionTalkRequest,
} from '@crumbtrail/contracts';
import type { Sql, Statement } from '../database/database';
import { readHead, requirePosition } from './head';

/** What a session's talk consists of, in the order of the log. */
export interface TalkRow {
  readonly id: string;
  readonly schema_name: string;
  readonly author_kind: string;
  readonly author_id: string;
  readonly position: number;
  /** It holds a text. */
  readonly speaks: boolean;
  /** Of a round that `auto` requested: the id of the message that began the rounds. */
  readonly since: string | null;
}

/** Crumbs that are read at most: of a longer talk without a person, the newest count. */
const MOST_ROWS = 2_000;

/** The latest message of a person as of a position, and what came after it; where there is none, the newest of the session. */
const TALK: Statement = {
  name: 'session-talk',
  text: `with latest as materialized (
      select c.created_position, c.occurred_at from crumb c
      where c.workspace = $1 and c.session = $2 and c.schema_name = $5 and c.created_position <= $3 and not c.imported
      order by c.occurred_at desc, c.created_position desc limit 1)
    select c.id, c.schema_name, c.author_kind, c.author_id, c.created_position as position,
      v.context ->> 'content' is not null as speaks, v.context -> 'since' ->> 'id' as since
    from crumb c left join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = 1
    where c.workspace = $1 and c.session = $2 and c.schema_name = any($4::text[]) and not c.imported
      and c.created_position <= $3 and c.created_position >= coalesce((select created_position from latest), 0)
      and c.occurred_at >= coalesce((select occurred_at from latest), '-infinity')
    order by c.created_position desc limit ${MOST_ROWS}`,
};

/** What a strategy needs to know of these crumbs, which are in the order of the log. */
export function summariseTalk(rows: readonly TalkRow[]): SessionTalkReply {
  const ofSchema = (name: string): TalkRow[] => rows.filter(({ schema_name }) => schema_name === name);
  const [message] = ofSchema(UserMessage.name).slice(-1);
  const rounds = ofSchema(SessionRound.name).filter(({ since }) => since === null || since === message?.id);
  const answers = ofSchema(AgentResponse.name).filter(({ author_kind }) => author_kind === 'agent');
  const texts = rows.filter((row) => row.speaks && (row === message || answers.includes(row)));
  const last = texts.at(-1);
  const before = rounds.at(-2)?.position ?? message?.position ?? 0;
  const speakers = answers.map(({ author_id }) => author_id);
  return {
    ...(message ? { message: { id: message.id, version: 1 } } : {}),
    ...(last ? { last: { id: last.id, version: 1 } } : {}),
    speakers: speakers.filter((agent, at) => speakers.lastIndexOf(agent) === at),
    turns: ofSchema(AgentTurn.name).length,
    rounds: rounds.length + 1,
    silent: !answers.some(({ position, speaks }) => speaks && position > before),
  };
}

/** What was said in a session since the latest message of a person, as of a position. */
export async function readSessionTalk(
  sql: Sql,
  workspace: string,
  { session, as_of, min_position }: SessionTalkRequest,
): Promise<SessionTalkReply> {
  requirePosition(await readHead(sql), min_position);
  const schemas = [UserMessage.name, AgentResponse.name, AgentTurn.name, SessionRound.name];
  const rows = await sql.query<TalkRow>(TALK, [workspace, session, as_of, schemas, UserMessage.name]);
  return summariseTalk(rows.reverse());
}
