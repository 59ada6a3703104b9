/** The rows of a message as the store writes them, and the multi-row insert for them. */
const { randomUUID } = require('node:crypto');

/** The columns of each table as a record set, in the order of the table. */
async function recordOf(database, table) {
  const columns = await database.query(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`,
    [table],
  );
  return {
    names: columns.map(({ name }) => name).join(', '),
    typed: columns.map(({ name, type }) => `${name} ${type}`).join(', '),
  };
}

/** One statement: the rows of three tables and the head, as arrays of JSON. */
async function appendStatement(database) {
  const insert = async (table, parameter) => {
    const { names, typed } = await recordOf(database, table);
    return `insert into ${table} (${names}) select ${names} from jsonb_to_recordset(${parameter}::jsonb) as r (${typed})`;
  };
  return `with crumbs as (${await insert('crumb', '$1')}), versions as (${await insert('crumb_version', '$2')}),
    events as (${await insert('crumb_event', '$3')}) update log_head set position = $4`;
}

/** The rows of `count` messages from `position` on, as the three parameters. */
function messageRows({ workspace, session, content, position, count }) {
  const now = new Date().toISOString();
  const rows = Array.from({ length: count }, (_, i) => {
    const id = randomUUID();
    const place = { workspace, id, version: 1, position: position + i + 1, content_hash: `sha256:${'0'.repeat(64)}` };
    const crumb = {
      ...place,
      schema_name: 'user.message.v1',
      session,
      author_kind: 'operator',
      author_id: 'operator',
      audience: ['*'],
      trail_id: id,
      hop: 0,
      imported: false,
      created_at: now,
      occurred_at: now,
      created_position: place.position,
    };
    return {
      crumb,
      version: { ...place, tags: [], context: { content }, updated_at: now },
      event: { ...crumb, kind: 'created' },
    };
  });
  return [rows.map((row) => row.crumb), rows.map((row) => row.version), rows.map((row) => row.event)].map((part) =>
    JSON.stringify(part),
  );
}

module.exports = { appendStatement, messageRows };
