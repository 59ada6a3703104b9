import type { Sql } from '../../../database/database';

/**
 * The embedder that was chosen last. The environment chooses when it is first read, and again whenever it says something
 * else than it said before; between that, what was chosen at run time stands.
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

/** Keeps a choice made at run time. */
export async function saveEmbedderChoice(sql: Sql, name: string): Promise<void> {
  await sql.query('update embedding_choice set name = $1', [name]);
}
