import type { Sql } from '../../../database/database';

/**
 * Loads the embedder that was chosen last. The environment decides at the first start and whenever its value has changed since;
 * otherwise the choice made at run time is kept.
 */
export async function loadEmbedderChoice(sql: Sql, environment: string): Promise<string> {
  const [row] = await sql.query<{ name: string }>(
    `insert into embedding_choice (name, environment) values ($1, $1)
     on conflict (one) do update set environment = excluded.environment, name =
       case when embedding_choice.environment = excluded.environment then embedding_choice.name else excluded.name end
     returning name`,
    [environment],
  );
  return row?.name ?? environment;
}

/** Saves a choice made at run time. */
export async function saveEmbedderChoice(sql: Sql, name: string): Promise<void> {
  await sql.query('update embedding_choice set name = $1', [name]);
}
