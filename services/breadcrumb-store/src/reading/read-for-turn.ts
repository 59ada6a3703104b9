import type { Envelope, RequestOf } from '@crumbtrail/contracts';
import type { ReadForTurn } from '@crumbtrail/contracts/operations/past-sessions';
import type { Sql } from '../database/database';
import { StatementParameters } from '../database/statement-parameters';
import { mayInformSql, mayReadSql } from '../identity/visibility/access-filter.sql';
import { findAnswerReaders } from '../turns/find-answer-readers';
import { ENVELOPE_COLUMNS, PRESENT, toEnvelope, type CrumbRow, type VersionRow } from './envelope';

/** Breadcrumbs by id, in this order, as far as the agent and all readers of its turn's answer may read them; else null. */
export async function readForTurn(
  sql: Sql,
  workspace: string,
  { viewer, turn, ids }: RequestOf<typeof ReadForTurn>,
): Promise<readonly (Envelope | null)[]> {
  const readers = await findAnswerReaders(sql, workspace, turn);
  const parameters = new StatementParameters();
  const conditions = [
    `c.workspace = ${parameters.add(workspace, 'text')} and c.id = any(${parameters.add(ids, 'uuid[]')})`,
    PRESENT,
    mayReadSql(parameters, 'c', { participant: { kind: 'agent', id: viewer } }),
    mayInformSql(parameters, 'c', readers),
  ];
  const rows = await sql.query<CrumbRow & VersionRow>(
    `select ${ENVELOPE_COLUMNS} from crumb c
    join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
    where ${conditions.join(' and ')}`,
    parameters.list,
  );
  const found = new Map(rows.map((row) => [row.id, toEnvelope(row)]));
  return ids.map((id) => found.get(id) ?? null);
}
