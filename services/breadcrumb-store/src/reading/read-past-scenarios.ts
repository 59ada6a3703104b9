import { Scene, type PastScenario, type ReadPastScenarios, type RequestOf } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import { StatementParameters } from '../database/statement-parameters';
import { mayInformSql, mayReadSql } from '../identity/visibility/access-filter.sql';
import { tookPartSql } from '../identity/visibility/took-part.sql';
import { findAnswerReaders } from '../turns/find-answer-readers';

/** The newest scenarios among which the most similar are looked for. */
const LOOKED_AT = 200;

interface ScenarioRow {
  readonly session: string;
  readonly at: Date;
  readonly scenario: string;
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
  return rows.map(({ at, ...row }) => ({ session: row.session, at: at.toISOString(), scenario: row.scenario }));
}
