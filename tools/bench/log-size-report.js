/** The figures of the log-size bench as text, and the disk that a log takes. */
const { table } = require('./table.js');

/** How many tables and indexes are listed. */
const LISTED = 16;

/** Bytes of the database and of its largest tables (with TOAST) and indexes. */
async function readDisk(raw, crumbs) {
  const [{ bytes }] = await raw.query('select pg_database_size(current_database())::float8 as bytes');
  const parts = await raw.query(
    `select c.relname as name, c.relkind = 'i' as "isIndex",
       (pg_relation_size(c.oid) + case when c.reltoastrelid = 0 then 0 else pg_total_relation_size(c.reltoastrelid) end)::float8 as bytes
     from pg_class c where c.relkind in ('r', 'i') and c.relnamespace = 'public'::regnamespace order by bytes desc limit $1`,
    [LISTED],
  );
  return { bytes, bytes_a_crumb: bytes / crumbs, parts };
}

const sizeName = (size) => size.toLocaleString('en');
const ms = (value) => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

function operationRows({ sizes, operations }) {
  const head = ['median ms', ...sizes.flatMap(({ size }, at) => [sizeName(size), ...(at ? ['÷'] : [])]), 'rounds'];
  const rows = operations.map(({ name, failure, sizes: measured = [], ratios, rounds }) => [
    name,
    ...(failure ? ['failed'] : []),
    ...measured.flatMap(({ median }, at) => [ms(median), ...(at ? [ratios[at].toFixed(2)] : [])]),
    rounds,
  ]);
  return [head, ...rows];
}

const kilobytes = (bytes) => (bytes / 1_000).toFixed(2);

function diskRows({ sizes }) {
  const largest = sizes.at(-1);
  const rows = sizes.map(({ size, loading_seconds: seconds, disk }) => [
    `${sizeName(size)} crumbs`,
    (disk.bytes / 1e9).toFixed(2),
    kilobytes(disk.bytes_a_crumb),
    seconds.toFixed(0),
  ]);
  const parts = largest.disk.parts.map(({ name, isIndex, bytes }) => [
    `  ${isIndex ? 'index' : 'table'} ${name}`,
    (bytes / 1e9).toFixed(2),
    kilobytes(bytes / largest.size),
  ]);
  return [['disk', 'GB', 'kB a crumb', 'loaded in s'], ...rows, ...parts];
}

const reportOf = (figures, perSession) =>
  `over HTTP on Postgres, sessions of ${perSession} short messages, all sizes in turn\n${table(operationRows(figures))}\n\n${table(diskRows(figures))}`;

module.exports = { readDisk, reportOf };
