/**
 * Creates a log of any length to build contexts on: some sessions are created through the API, the rest are copies of them, made in SQL.
 */
const { dice } = require('./statistics.js');

const WORDS = 3_000;
const ONSETS = 'b br c cl d dr f fl g gr h j k l m n p pl pr r s sl st t tr v w'.split(' ');
const RIMES =
  'ain all amp and ark ast each eel ell end erk ice ight ill ind ing ock old ond ool orn ound ump unt'.split(' ');
const FIRST = Date.UTC(2025, 0, 1, 8);

function vocabulary(roll) {
  const any = (list) => list[Math.floor(roll() * list.length)];
  const words = new Set();
  while (words.size < WORDS) words.add(any(ONSETS) + any(RIMES) + (roll() < 0.6 ? any(ONSETS) + any(RIMES) : ''));
  return [...words];
}

/** Messages of 8 to 32 words with the word frequencies of speech (Zipf), as drafts of sessions `s-0`, `s-1` … */
function draftsOf({ sessions, perSession }) {
  const roll = dice(11);
  const words = vocabulary(roll);
  const word = () => words[Math.floor(words.length ** roll()) - 1] ?? words[0];
  const text = () => `${Array.from({ length: 8 + Math.floor(roll() * 25) }, word).join(' ')}.`;
  return Array.from({ length: sessions * perSession }, (_, at) => ({
    schema_name: 'user.message.v1',
    session: `s-${Math.floor(at / perSession)}`,
    author: { kind: 'user', id: at % 2 ? 'Ana' : 'Ben' },
    context: { content: text() },
    occurred_at: new Date(FIRST + (at % perSession) * 60_000).toISOString(),
  }));
}

const COPIED = ['crumb', 'crumb_version', 'crumb_event', 'chunk', 'chunk_vector'];

/** The id of the nth copy of a crumb. */
const copyId = (column) => `md5(${column}::text || n::text)::uuid`;

/** How each column of a copy is computed from the original; all other columns are equal. Copies are `span` positions apart. */
const FOLLOWS = {
  id: copyId('id'),
  crumb_id: copyId('crumb_id'),
  trail_id: copyId('trail_id'),
  session: `'s-' || (substr(session, 3)::int + n * $4)`,
  position: 'position + n * $3',
  created_position: 'created_position + n * $3',
};

async function columnsOf(raw, table) {
  const rows = await raw.query(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
     and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

async function copyTable(raw, table, { from, to, span, sessions }) {
  const columns = await columnsOf(raw, table);
  const values = columns.map((name) => (FOLLOWS[name] ? `${FOLLOWS[name]} as ${name}` : name));
  const keys = { crumb_version: 'id', chunk_vector: 'crumb_id' };
  const mine = keys[table]
    ? `${keys[table]} in (select id from bench_original)`
    : `session in (select session from bench_session)`;
  await raw.query(
    `insert into ${table} (${columns.join(', ')})
     select ${columns.join(', ')} from (
       select ${values.join(', ')} from (select * from ${table} where ${mine}) o cross join generate_series($1::int, $2::int) n
       where ($3::bigint, $4::int) is not null
     ) copies`,
    [from, to, span, sessions],
  );
}

/** Updates the derived data of the log: the head, the relay and index positions, the word statistics. */
async function catchUp(raw, { head, times }) {
  await raw.query('update log_head set position = $1', [head]);
  await raw.query('update relay_cursor set relayed = $1', [head]);
  await raw.query('update durable set floor = $1', [head]);
  await raw.query('update index_cursor set position = $1', [head]);
  await raw.query('update term_stat set df = (df * $1::float8)::int', [times]);
  await raw.query(
    'update corpus_stat set chunks = (chunks * $1::float8)::int, total_length = (total_length * $1::float8)::bigint',
    [times],
  );
}

/**
 * Grows a log that no stack is running on from `have` to `want` copies of its first sessions (including the originals). Drops the vector
 * index across sessions first; the store recreates it.
 */
async function growTo(raw, { have, want, sessions }) {
  await raw.query(
    'create temp table if not exists bench_session as select distinct session from chunk where session is not null',
  );
  await raw.query(
    'create temp table if not exists bench_original as select id, position from crumb where session in (select session from bench_session)',
  );
  const [{ head, first }] = await raw.query(
    `select h.position as head, (select max(position) from bench_original) as first from log_head h`,
  );
  const indexes = await raw.query(
    `select indexname as name from pg_indexes where tablename = 'chunk_vector' and indexdef like '%hnsw%'`,
  );
  for (const { name } of indexes) await raw.query(`drop index ${name}`);
  const span = Number(first) + 1_000;
  for (const table of COPIED) await copyTable(raw, table, { from: have, to: want - 1, span, sessions });
  await catchUp(raw, { head: Math.max(Number(head), want * span), times: want / have });
  await raw.query('vacuum analyze');
}

/**
 * The bare table of the baseline: the columns that the one hybrid statement needs, with suitable indexes. Its rows are in the order of
 * their time, with sessions interleaved; otherwise their order would depend on the join that the planner chooses for this size.
 */
async function makeFloorTable(raw) {
  await raw.query('drop table if exists bc');
  await raw.query(
    `create table bc as select k.crumb_id as id, k.session as session_id, k.author_id, k.text, k.occurred_at, k.tsv as fts,
       v.embedding::vector(384) as emb from chunk k join chunk_vector v using (workspace, crumb_id, version, ordinal)
     order by k.occurred_at, k.crumb_id`,
  );
  await raw.query('alter table bc add primary key (id)');
  await raw.query('create index on bc (session_id)');
  await raw.query('create index on bc using gin (fts)');
  await raw.query('vacuum analyze bc');
}

/** Two words that occur together in some message of the session: the words of a question. */
function questionOf(text, roll) {
  const words = text.replace(/\W+$/, '').split(' ');
  const at = Math.floor(roll() * (words.length - 1));
  return `What about ${words[at]} ${words[at + 1]}?`;
}

module.exports = { draftsOf, growTo, makeFloorTable, questionOf };
