import { RETENTION } from '@crumbtrail/contracts/operations/retention';
import type { Readable } from 'node:stream';
import type { QueryRunner } from 'typeorm';
import type { BackedUpTable, BackupHeader } from '../backup/backup-format';
import { describeTables, quoteName } from '../backup/describe-tables';
import { readBackup, requireHeader } from '../backup/read-backup';
import { TableWriter } from '../backup/restore-backup';
import { ARCHIVED_TABLES, type ArchivedTable } from './archived-tables';

const stagingTable = (name: string): string => `staged_${name}`;

const isRemovedSql = (alias: string): string =>
  `${alias}.erased_by_kind = '${RETENTION.kind}' and ${alias}.erased_by_id = '${RETENTION.id}'`;

/**
 * Breadcrumbs that an archive may restore: those that are missing, and those that retention removed. What a person erased stays erased, and
 * what the database still has is newer.
 */
const RESTORABLE = [
  'create temp table restorable (workspace text, id uuid, primary key (workspace, id)) on commit drop',
  `insert into restorable select workspace, id from crumb c where ${isRemovedSql('c')}`,
];

/** Makes the temporary tables that files are read into. */
export async function prepareMerge(runner: QueryRunner): Promise<void> {
  for (const statement of RESTORABLE) await runner.query(statement);
  for (const { name } of ARCHIVED_TABLES)
    await runner.query(
      `create temp table ${stagingTable(name)} (like ${quoteName(name)} including defaults) on commit drop`,
    );
}

/** A file of an older version has fewer columns, which then have their defaults. */
function requireColumns(known: readonly BackedUpTable[], told: BackedUpTable): BackedUpTable {
  const columns = known.find(({ name }) => name === told.name)?.columns ?? [];
  const missing = told.columns.find(({ name, type }) => !columns.some((one) => one.name === name && one.type === type));
  if (missing || columns.length === 0)
    throw new Error(`The archive has the column ${missing?.name} of ${told.name}, which this version does not know.`);
  return told;
}

async function stage(runner: QueryRunner, file: Readable): Promise<BackupHeader> {
  const known = await describeTables((text) => runner.query(text));
  await runner.query(`truncate ${ARCHIVED_TABLES.map(({ name }) => stagingTable(name)).join(', ')}`);
  const lines = readBackup(file);
  const first = await lines.next();
  const header = requireHeader(first.done ? undefined : first.value);
  let writer: TableWriter | null = null;
  for await (const line of lines) {
    if ('table' in line) {
      await writer?.flush();
      const told = header.tables.find(({ name }) => name === line.table) as BackedUpTable;
      writer = new TableWriter(runner, requireColumns(known, told), { into: stagingTable(line.table) });
    } else if ('row' in line) await writer?.add(line.row);
  }
  await writer?.flush();
  return header;
}

const FIND_TAKEN = [
  `insert into restorable select s.workspace, s.id from staged_crumb s
    where not exists (select 1 from crumb c where c.workspace = s.workspace and c.id = s.id) on conflict do nothing`,
  'drop table if exists taken',
  `create temp table taken on commit drop as select s.workspace, s.id from staged_crumb s join restorable r using (workspace, id)`,
  'create unique index taken_key on taken (workspace, id)',
  'analyze taken',
];

const isOf = (column: string): string =>
  `exists (select 1 from taken t where t.workspace = r.workspace and t.id::text = r.${column}::text)`;

/** What belongs to a breadcrumb is replaced as a whole: a later file has all of it. */
async function replaceRows(runner: QueryRunner, tables: readonly ArchivedTable[]): Promise<void> {
  const ofCrumbs = tables.flatMap(({ name, ofCrumb }) => (ofCrumb === undefined ? [] : [{ name, ofCrumb }]));
  for (const { name, ofCrumb } of [...ofCrumbs].reverse())
    await runner.query(`delete from ${quoteName(name)} r where ${isOf(ofCrumb)}`);
  for (const { name, ofCrumb } of tables) {
    const which = ofCrumb === undefined ? 'true' : isOf(ofCrumb);
    await runner.query(
      `insert into ${quoteName(name)} select r.* from ${stagingTable(name)} r where ${which} on conflict do nothing`,
    );
  }
}

/**
 * What an erasure takes from texts that quote the breadcrumb and from its events. A breadcrumb without a version has lost its content. Removal by
 * retention leaves hashes.
 */
const REPEAT_ERASURES = [
  `create temp table gone on commit drop as select c.workspace, c.id, coalesce(${isRemovedSql('c')}, false) as is_removed from crumb c
    where not exists (select 1 from crumb_version v where v.workspace = c.workspace and v.id = c.id)`,
  'create unique index gone_key on gone (workspace, id)',
  'analyze gone',
  `delete from blob r where exists (select 1 from gone g where g.workspace = r.workspace and g.id = r.crumb_id)
    or exists (select 1 from blob_quote q join gone g on g.workspace = q.workspace and g.id = q.quoted_id
      where q.workspace = r.workspace and q.crumb_id = r.crumb_id)`,
  `update crumb_event e set content_hash = '' from gone g
    where g.workspace = e.workspace and g.id = e.id and not g.is_removed and e.content_hash <> ''`,
];

/**
 * Repeats in what came from files every erasure that the database knows: those that came after an earlier file, and those that came after
 * the archive.
 */
export async function repeatErasures(runner: QueryRunner): Promise<void> {
  for (const statement of REPEAT_ERASURES) await runner.query(statement);
}

/** Reads a file of an archive into the database. Resolves to its header. */
export async function mergeFile(runner: QueryRunner, file: Readable, isLast: boolean): Promise<BackupHeader> {
  const header = await stage(runner, file);
  for (const statement of FIND_TAKEN) await runner.query(statement);
  await replaceRows(
    runner,
    ARCHIVED_TABLES.filter(({ isWhole = false }) => isLast || !isWhole),
  );
  return header;
}
