import {
  AgentDef,
  Scene,
  Session,
  type PastScenario,
  type ReadPastScenarios,
  type RequestOf,
  type SessionV1,
} from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import { StatementParameters } from '../database/statement-parameters';
import { mayInformSql, mayReadSql } from '../identity/visibility/access-filter.sql';
import { tookPartSql } from '../identity/visibility/took-part.sql';
import { PRESENT } from './envelope';
import { findAnswerReaders } from '../turns/find-answer-readers';

/** The newest scenarios among which the most similar are looked for. */
const LOOKED_AT = 200;

interface ScenarioRow {
  readonly session: string;
  readonly at: Date;
  readonly scenario: string;
}

const hasMacros = ({ scenario }: ScenarioRow): boolean => scenario.includes('{{');

type Members = NonNullable<SessionV1['members']>;

/** The members of sessions as far as the agent may read them, agents without a name under that of their definition. */
async function readMembers(
  sql: Sql,
  workspace: string,
  { viewer, sessions }: { readonly viewer: string; readonly sessions: readonly string[] },
): Promise<ReadonlyMap<string, Members>> {
  if (sessions.length === 0) return new Map();
  const parameters = new StatementParameters();
  const inWorkspace = parameters.add(workspace, 'text');
  const conditions = [
    `c.workspace = ${inWorkspace} and c.schema_name = '${Session.name}' and c.session = any(${parameters.add(sessions, 'text[]')})`,
    mayReadSql(parameters, 'c', { participant: { kind: 'agent', id: viewer } }),
  ];
  const rows = await sql.query<{ session: string; members: Members }>(
    `select c.session, jsonb_agg(
        case when m.value ->> 'name' is null and d.name is not null then m.value || jsonb_build_object('name', d.name) else m.value end
        order by m.nth) as members
      from crumb c
      join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
      cross join lateral jsonb_array_elements(v.context -> 'members') with ordinality m (value, nth)
      left join lateral (
        select w.context ->> 'name' as name from crumb a
        join crumb_version w on w.workspace = a.workspace and w.id = a.id and w.version = a.version
        where a.workspace = ${inWorkspace} and a.schema_name = '${AgentDef.name}' and w.context ->> 'agent' = m.value ->> 'id'
          and m.value ->> 'kind' = 'agent' limit 1) d on true
      where ${conditions.join(' and ')} and ${PRESENT} and jsonb_typeof(v.context -> 'members') = 'array'
      group by c.session`,
    parameters.list,
  );
  return new Map(rows.map(({ session, members }) => [session, members]));
}

/** Scenarios that the agent may read and the turn's answer may tell, newest first, each text once. */
export async function readPastScenarios(
  sql: Sql,
  workspace: string,
  { viewer, turn, session, similar_to, limit }: RequestOf<typeof ReadPastScenarios>,
): Promise<PastScenario[]> {
  const parameters = new StatementParameters();
  const inWorkspace = parameters.add(workspace, 'text');
  const agent = parameters.add(viewer, 'text');
  const conditions = [
    `c.workspace = ${inWorkspace} and c.schema_name = '${Scene.name}' and c.session is not null and c.erased_at is null`,
    `v.context ->> 'scenario' is not null and coalesce(v.context ->> 'agent', ${agent}) = ${agent}`,
    tookPartSql(parameters, { workspace: 'c.workspace', session: 'c.session' }, viewer),
    mayReadSql(parameters, 'c', { participant: { kind: 'agent', id: viewer } }),
    mayInformSql(parameters, 'c', await findAnswerReaders(sql, workspace, turn)),
    session === undefined ? null : `not (c.session = ${parameters.add(session, 'text')} and v.version = c.version)`,
  ];
  const rows = await sql.query<ScenarioRow>(
    `select session, at, scenario from (
      select c.session, v.updated_at as at, v.context ->> 'scenario' as scenario,
        row_number() over (partition by v.context ->> 'scenario' order by v.position) as nth
      from crumb c join crumb_version v on v.workspace = c.workspace and v.id = c.id
      where ${conditions.filter((condition) => condition !== null).join(' and ')}) s
    where nth = 1 order by at desc limit ${similar_to === undefined ? limit : LOOKED_AT}`,
    parameters.list,
  );
  const members = await readMembers(sql, workspace, {
    viewer,
    sessions: rows.filter(hasMacros).map((row) => row.session),
  });
  return rows.map(({ session: name, at, scenario }) => {
    const cast = members.get(name);
    return { session: name, at: at.toISOString(), scenario, ...(cast && { members: cast }) };
  });
}
