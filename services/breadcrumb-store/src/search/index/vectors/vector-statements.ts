const KEY = 'workspace, crumb_id, version, ordinal';

/** Texts behind the cursor, every piece of the last version among them. */
export const SELECT_NEXT_TEXTS = `
  select k.workspace, k.crumb_id, k.version, k.ordinal, k.position, k.text from chunk k
  where k.position > $1 and k.position <= $2 and k.text <> ''
  order by k.position fetch first $3 rows with ties`;

/** Texts that were refused and whose time to be tried again has come. */
export const SELECT_TEXTS_TO_RETRY = `
  select k.workspace, k.crumb_id, k.version, k.ordinal, k.position, k.text
  from vector_retry r join chunk k using (${KEY})
  where r.embedder = $1 and r.due_at <= now() order by r.due_at limit 8`;

const RECORDSET = `jsonb_to_recordset($1::jsonb) as x (workspace text, crumb_id uuid, version int, ordinal int, vector text)`;

/** Inserts vectors of chunks that still exist. */
export const INSERT_VECTORS = `
  insert into chunk_vector (${KEY}, embedder, embedding)
  select ${KEY}, $2, x.vector::vector from ${RECORDSET} join chunk k using (${KEY}) on conflict do nothing`;

/** Forgets that texts were refused. */
export const DELETE_RETRIES = `
  delete from vector_retry r using ${RECORDSET}
  where r.embedder = $2 and (r.workspace, r.crumb_id, r.version, r.ordinal) = (x.workspace, x.crumb_id, x.version, x.ordinal)`;

/** Puts off a refused text: a minute, then twice as long each time, at most a day. */
export const SCHEDULE_RETRY = `
  insert into vector_retry (${KEY}, embedder, attempts, due_at)
  select ${KEY}, $5, 1, now() + interval '1 minute' from chunk where (${KEY}) = ($1, $2::uuid, $3::int, $4::int)
  on conflict (${KEY}, embedder) do update set attempts = vector_retry.attempts + 1,
    due_at = now() + least(interval '1 minute' * power(2, vector_retry.attempts), interval '1 day')`;

/** How many texts are behind the cursor $1 or were refused by the embedder $2. */
export const COUNT_BACKLOG = `
  select ((select count(*) from chunk where text <> '' and position >
      coalesce((select position from index_cursor where kind = $1), 0))
    + (select count(*) from vector_retry where embedder = $2))::int as count`;

/** How many texts have a vector of the embedder `$1`. */
export const COUNT_VECTORS = `select count(*)::int as count from chunk_vector where embedder = $1`;

/** How long texts are on average, by some of them. */
export const SELECT_TEXT_LENGTH = `
  select coalesce(avg(length(text)), 0)::float8 as length from (select text from chunk where text <> '' limit 500) sample`;

/** The embedders that have a cursor, whose kind is `vector:` and the name. */
export const SELECT_VECTOR_POSITIONS = `
  select substr(kind, 8) as name, position from index_cursor where kind like 'vector:%' order by position desc`;
