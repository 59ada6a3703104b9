import { AgentResponse, type CalibrationReply, type CalibrationRequest } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import { calibrate, type Bill } from './calibrate';

/** Turns that are learnt from, and how far back they are looked for. */
const LEARNT = 200;
const LOOKED_AT = 1_000;

interface BillRow extends Bill {
  readonly model: string | null;
}

/** A provider bills under its own name for a model (`m-2026-01-01`); the definition of the turn has the requested name. */
const BILLS = `
  with latest as (
    select c.workspace, c.created_position, v.context from crumb c
    join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
    where c.workspace = $1 and c.schema_name = $2 and not c.imported and ($3::bigint is null or c.created_position < $3)
      and ($4::text is null or (c.author_kind = 'agent' and c.author_id = $4))
    order by c.occurred_at desc, c.created_position desc limit ${LOOKED_AT}
  ), bills as (
    select created_position, context ->> 'model' as model, d.asked,
      (context -> 'usage' ->> 'prompt_tokens')::float8 as billed,
      (context -> 'usage' ->> 'counted_prompt_tokens')::float8 as counted
    from latest l left join lateral (
      select dv.context -> 'model' ->> 'name' as asked from turn t
      join crumb_version dv on dv.workspace = t.workspace and dv.id = t.definition_id and dv.version = t.definition_version
      where t.workspace = l.workspace and t.id = (l.context -> 'turn' ->> 'id')::uuid) d on true
  )
  select model, billed, counted from bills
  where billed > 0 and counted > 0 and ($5::text is null or $5 in (model, asked))
  order by created_position desc limit ${LEARNT}`;

/**
 * The billed and the counted tokens of the latest turns of a model, by its requested or its billed name. With only an
 * agent: for the model that it was last billed for.
 */
export async function calibrateModel(
  sql: Sql,
  workspace: string,
  { model, agent, as_of }: CalibrationRequest,
): Promise<CalibrationReply> {
  const rows = await sql.query<BillRow>(BILLS, [
    workspace,
    AgentResponse.name,
    as_of ?? null,
    agent ?? null,
    model ?? null,
  ]);
  const last = rows[0]?.model;
  return calibrate(model === undefined ? rows.filter((row) => row.model === last) : rows);
}
