import { AgentResponse, UserMessage } from '@crumbtrail/contracts';

const MESSAGE = `'${UserMessage.name}'`;
const RESPONSE = `'${AgentResponse.name}'`;

/** Has the author of the message `m` the right to leave `x`? Only what the author wrote, and answers to it. */
const MAY_LEAVE = `x.workspace = m.workspace and x.session = m.session and (
    (x.schema_name = ${MESSAGE} and x.author_kind = m.author_kind and x.author_id = m.author_id)
    or (x.schema_name = ${RESPONSE} and exists (select 1 from turn answered
      join crumb_version xv on xv.workspace = x.workspace and xv.id = x.id and xv.version = x.version
      where answered.workspace = x.workspace and answered.id = (xv.context -> 'turn' ->> 'id')::uuid
        and answered.cause_author = m.author_kind || ':' || m.author_id)))`;

/**
 * A query of the ids that messages have left: `exclude` of user.message.v1, which a conversation writes when it goes on from an earlier message,
 * as after an edit. `where`: a condition on these messages, as `crumb m`, and on what they leave, as `crumb x`.
 */
export const leftIdsSql = (where: string): string =>
  `select x.id from crumb m
   join crumb_version mv on mv.workspace = m.workspace and mv.id = m.id and mv.version = m.version
   cross join lateral jsonb_array_elements_text(mv.context -> 'exclude') as e(id)
   join crumb x on x.workspace = m.workspace and x.id = e.id::uuid
   where m.schema_name = ${MESSAGE} and jsonb_typeof(mv.context -> 'exclude') = 'array' and ${MAY_LEAVE} and ${where}`;

/** Predicate over an event of a message, by its alias: its version, if it is still stored, names what it leaves. */
export const excludesSql = (event: string): string =>
  `exists (select 1 from crumb_version x where x.workspace = ${event}.workspace and x.id = ${event}.id and x.version = ${event}.version
    and jsonb_typeof(x.context -> 'exclude') = 'array')`;

/** The same of a session; parameters of the workspace and the session. */
export const leftInSessionSql = (workspace: string, session: string): string =>
  leftIdsSql(`m.workspace = ${workspace} and m.session = ${session}`);
