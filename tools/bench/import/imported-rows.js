/** The baseline of an import: the rows that an import has stored, inserted again by hand. */
const { processorMilliseconds } = require('../processor-time.js');
const { appendStatement } = require('../rows.js');

/** Rows of one transaction: as many crumbs as `crumb import` commits at once. */
const GROUP = 500;

/** The rows after `position`, in groups, as the three parameters of the statement, and the last position of each group. */
const SELECT_GROUP = `
  with log as (select * from crumb_event where position > $1 and imported order by position limit ${GROUP}),
    crumbs as (select c.* from crumb c join log using (workspace, id)),
    versions as (select v.* from crumb_version v join log using (workspace, id, version))
  select (select jsonb_agg(to_jsonb(c)) from crumbs c)::text as crumbs, (select jsonb_agg(to_jsonb(v)) from versions v)::text as versions,
    (select jsonb_agg(to_jsonb(l)) from log l)::text as events, (select max(position) from log) as last`;

async function readGroups(database, after) {
  const groups = [];
  for (let position = after; ;) {
    const [group] = await database.query(SELECT_GROUP, [position]);
    if (group.last === null) return groups;
    position = group.last;
    groups.push(group);
  }
}

/** Empties the tables of the log in a database that a store has set up, and drops their indexes but those of constraints where `bare`. */
async function prepareTables(raw, { bare }) {
  await raw.query('truncate crumb, crumb_version, crumb_event');
  if (!bare) return;
  const indexes = await raw.query(
    `select indexname as name from pg_indexes i where tablename in ('crumb', 'crumb_version', 'crumb_event') and not exists (
       select 1 from pg_constraint c where c.conindid = format('%I.%I', i.schemaname, i.indexname)::regclass)`,
  );
  for (const { name } of indexes) await raw.query(`drop index "${name}"`);
}

/** Inserts the groups, each by one statement in a transaction of its own; resolves to the seconds, and to Postgres' milliseconds of processor time. */
async function insertGroups(raw, groups) {
  const statement = await appendStatement(raw);
  const [{ pid }] = await raw.query('select pg_backend_pid() as pid');
  const before = processorMilliseconds([pid]);
  const from = performance.now();
  for (const { crumbs, versions, events, last } of groups) {
    await raw.query('begin');
    await raw.query('select position from log_head for update');
    await raw.query(statement, [crumbs, versions, events, last]);
    await raw.query('commit');
  }
  return { seconds: (performance.now() - from) / 1000, processor: processorMilliseconds([pid]) - before };
}

module.exports = { insertGroups, prepareTables, readGroups };
