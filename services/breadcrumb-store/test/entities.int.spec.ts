import { databases, type TestDatabase } from './databases';

interface IndexDefinition {
  readonly table: string;
  readonly name: string;
  readonly unique: boolean;
  readonly columns: readonly string[];
  /** Whether the index is partial: Postgres writes the condition in its own words. */
  readonly partial: boolean;
}

/** TypeORM's migrations table has no entity. */
const TABLES = `select tablename as name from pg_tables where schemaname = current_schema() and tablename <> 'migrations'`;

/** The indexes that are not part of a primary key or a unique constraint. */
const INDEXES = `select t.relname as table, i.relname as name, x.indisunique as unique, x.indpred is not null as partial,
    array(select a.attname::text from unnest(x.indkey) with ordinality k (attnum, nth)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum order by k.nth) as columns
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
  where t.relnamespace = current_schema()::regnamespace and t.relname <> 'migrations'
    and not exists (select 1 from pg_constraint c where c.conindid = x.indexrelid)`;

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1);

describe.each(databases)('the entities agree with the migrations on %s', (_name, open) => {
  let db: TestDatabase;

  beforeAll(async () => {
    db = await open();
  }, 60_000);

  afterAll(async () => {
    await db.drop();
  });

  it('every table that the migrations create has an entity', async () => {
    const tables = await db.database.query<{ name: string }>(TABLES);
    const declared = db.source.entityMetadatas.map(({ tableName: name }) => ({ name }));
    expect(declared.sort(byName)).toEqual(tables.sort(byName));
  });

  it('the schema builder of TypeORM would change nothing', async () => {
    const { upQueries } = await db.source.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  // The schema builder compares neither the order of an index's columns nor whether it is partial.
  it('every index has its columns in the declared order', async () => {
    const found = await db.database.query<IndexDefinition>(INDEXES);
    // TypeORM knows no expressions: of an index with one it has no columns.
    const ofExpressions = new Set(
      db.source.entityMetadatas.flatMap(({ indices }) =>
        indices.filter(({ synchronize }) => !synchronize).map(({ name }) => name),
      ),
    );
    const indexes = found.map((index) => (ofExpressions.has(index.name) ? { ...index, columns: [] } : index));
    const declared = db.source.entityMetadatas.flatMap(({ tableName: table, indices }) =>
      indices.map(({ name, isUnique: unique, columns, where }): IndexDefinition => ({
        table,
        name,
        unique,
        partial: where !== undefined,
        columns: columns.map(({ databaseName }) => databaseName),
      })),
    );
    expect(declared.sort(byName)).toEqual(indexes.sort(byName));
  });
});
