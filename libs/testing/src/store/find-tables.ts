/** What runs one statement. */
export interface SearchedDatabase {
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** Every table that holds the text anywhere in a row, in any column, of any workspace. */
export async function findTablesWith(database: SearchedDatabase, text: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query(`select 1 from "${name}" t where t::text ilike $1 limit 1`, [`%${text}%`]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
