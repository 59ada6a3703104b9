/**
 * Creates a log of any length to build contexts on: some sessions are created through the API, the rest are copies of them, made in SQL.
 */
const { availableParallelism } = require('node:os');
const { loadBuilt } = require('./fit/built-code.js');
const { dice } = require('./statistics.js');

const { hashToVector } = loadBuilt('breadcrumb-store', 'search/embedders/lexical-embedder.js');

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

/** Lengths of messages in characters, one kind for each of two speakers in turn: log-normal, cut at a maximum. */
const CHAT_LENGTHS = [
  { id: 'User', median: 212, sigma: 0.8, most: 12_000 },
  { id: 'Assistant', median: 3_734, sigma: 0.5, most: 12_000 },
];

/** A normally distributed number (Box & Muller 1958). */
const normal = (roll) => Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll());

/** Makes texts of words with the frequencies of speech (Zipf). */
function writerOf(roll) {
  const words = vocabulary(roll);
  const word = () => words[Math.floor(words.length ** roll()) - 1] ?? words[0];
  const sentence = () => `${Array.from({ length: 8 + Math.floor(roll() * 25) }, word).join(' ')}.`;
  const longText = ({ median, sigma, most }) => {
    const length = Math.min(most, Math.round(median * Math.exp(sigma * normal(roll))));
    let text = sentence();
    for (let nth = 1; text.length < length; nth += 1) text += `${nth % 4 === 0 ? '\n\n' : ' '}${sentence()}`;
    return text.slice(0, Math.max(40, length));
  };
  return { sentence, longText };
}

/**
 * Messages as drafts of sessions `s-0`, `s-1` …: of 8 to 32 words, or with the `lengths` of a `chat` with an assistant, which answers a
 * short message with a long one.
 */
function draftsOf({ sessions, perSession, lengths = 'short' }) {
  const roll = dice(11);
  const { sentence, longText } = writerOf(roll);
  return Array.from({ length: sessions * perSession }, (_, at) => {
    const chat = CHAT_LENGTHS[at % 2];
    const [id, content] = lengths === 'chat' ? [chat.id, longText(chat)] : [at % 2 ? 'Ana' : 'Ben', sentence()];
    return {
      schema_name: 'user.message.v1',
      session: `s-${Math.floor(at / perSession)}`,
      author: { kind: 'user', id },
      context: { content },
      occurred_at: new Date(FIRST + (at % perSession) * 60_000).toISOString(),
    };
  });
}

/** Steps that take longer are reported. */
const NOTICEABLE_SECONDS = 5;

const COPIED = ['crumb', 'crumb_version', 'crumb_event', 'chunk', 'session_total'];

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
  const mine =
    table === 'crumb_version'
      ? 'id in (select id from bench_original)'
      : 'session in (select session from bench_session)';
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

/** What is created from the copied rows, with the statement that drops and the one that creates it; each needs those before it. */
const listDerived = (raw) =>
  raw.query(
    `with copied as (select unnest($1::text[])::regclass as oid),
       keys as (
         select c.contype, c.conname as name, c.conrelid::regclass as "table", c.conindid, pg_get_constraintdef(c.oid) as definition
         from pg_constraint c where c.conrelid in (table copied) and c.contype in ('p', 'u')
           or c.confrelid in (table copied) and c.contype = 'f')
     select name, format('drop index %I', name) as "drop", definition as "create", 2 as rank from (
       select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
       where i.indrelid in (table copied) and i.indexrelid not in (select conindid from keys)) indexes
     union all
     select name, format('alter table %s drop constraint %I', "table", name),
       format('alter table %s add constraint %I %s', "table", name, definition), case contype when 'f' then 3 else 1 end from keys
     order by rank, name`,
    [COPIED],
  );

/**
 * Runs `load` without indexes and keys of the copied tables, and creates them again: that takes a fraction of the time of adding each row to
 * all of them.
 */
async function withoutIndexes(raw, load, { report }) {
  const derived = await listDerived(raw);
  for (const { drop } of [...derived].reverse()) await raw.query(drop);
  await load();
  await raw.query(`set max_parallel_maintenance_workers = ${Math.max(0, availableParallelism() - 1)}`);
  for (const { name, create } of derived) {
    const from = performance.now();
    await raw.query(create);
    const seconds = (performance.now() - from) / 1_000;
    if (seconds > NOTICEABLE_SECONDS) report(`the index ${name} took ${seconds.toFixed(0)} s`);
  }
}

/** Grows a log that no stack is running on from `have` to `want` copies of its first sessions (including the originals). */
async function growTo(raw, { have, want, sessions, report }) {
  await raw.query(
    'create temp table if not exists bench_session as select distinct session from chunk where session is not null',
  );
  await raw.query(
    'create temp table if not exists bench_original as select id, position from crumb where session in (select session from bench_session)',
  );
  const [{ head, first }] = await raw.query(
    `select h.position as head, (select max(position) from bench_original) as first from log_head h`,
  );
  const span = Number(first) + 1_000;
  const copyAll = async () => {
    for (const table of COPIED) {
      const from = performance.now();
      await copyTable(raw, table, { from: have, to: want - 1, span, sessions });
      const seconds = (performance.now() - from) / 1_000;
      if (seconds > NOTICEABLE_SECONDS) report(`copying ${table} took ${seconds.toFixed(0)} s`);
    }
  };
  await withoutIndexes(raw, copyAll, { report });
  await catchUp(raw, { head: Math.max(Number(head), want * span), times: want / have });
}

/** The vector of each text: the store computes those of the built-in embedder in memory, and the baseline's statement compares rows. */
async function makeVectorTable(raw) {
  await raw.query('create temp table if not exists bench_vector (text_hash text primary key, emb vector(384))');
  const texts = await raw.query(
    'select distinct on (text_hash) text_hash, text from chunk where text_hash not in (select text_hash from bench_vector)',
  );
  await raw.query('insert into bench_vector select h, v::vector from unnest($1::text[], $2::text[]) x (h, v)', [
    texts.map(({ text_hash: hash }) => hash),
    texts.map(({ text }) => `[${hashToVector(text).join()}]`),
  ]);
}

/**
 * The bare table of the baseline: the columns that the one hybrid statement needs, with suitable indexes. Its rows are in the order of
 * their time, with sessions interleaved; otherwise their order would depend on the join that the planner chooses for this size.
 */
async function makeFloorTable(raw) {
  await makeVectorTable(raw);
  await raw.query('drop table if exists bc');
  await raw.query(
    `create table bc as select case k.ordinal when 0 then k.crumb_id else md5(k.crumb_id::text || '/' || k.ordinal)::uuid end as id, k.session as session_id, k.author_id, k.text, k.occurred_at, k.tsv as fts,
       v.emb from chunk k join bench_vector v using (text_hash)
     where k.superseded_position is null order by k.occurred_at, k.crumb_id, k.ordinal`,
  );
  await raw.query('alter table bc add primary key (id)');
  await raw.query('create index on bc (session_id)');
  await raw.query('create index on bc using gin (fts)');
  await raw.query('vacuum analyze bc');
}

/** Two words that occur together in some message of the session: the words of a question. */
function questionOf(text, roll) {
  const words = text.split(/\W+/).filter(Boolean);
  const at = Math.floor(roll() * (words.length - 1));
  return `What about ${words[at]} ${words[at + 1]}?`;
}

/** The lengths that messages can have. */
const LENGTHS = ['short', 'chat'];

module.exports = { draftsOf, LENGTHS, growTo, makeFloorTable, questionOf };
