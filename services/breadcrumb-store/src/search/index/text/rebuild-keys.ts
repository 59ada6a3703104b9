import type { Database, Sql, TransactionSql } from '../../../database/database';
import { mapOneByOne } from '../../../event-loop/map-one-by-one';
import { MOVE_INDEX_CURSOR, READ_INDEX_CURSOR } from './index-statements';
import { countInserted, lockIndex, removeFromStatistics } from './term-statistics';
import { keysOf } from './text-keys';

/** The keys and meanings that this version writes. A version that finds others in texts counts this up: then they are written anew in the background. */
const KEYS_VERSION = 6;
/** The kind of cursor of the position through which stored texts have these keys. */
export const KEYS_DONE = `keys/${KEYS_VERSION}`;
/** That of the position up to which an earlier version has indexed texts. */
export const KEYS_UNTIL = `keys/${KEYS_VERSION}/until`;
/** How many positions of the log one step reads. */
const BATCH = 100;

interface StoredText {
  readonly workspace: string;
  readonly crumb_id: string;
  readonly version: number;
  readonly ordinal: number;
  readonly position: number;
  readonly author_kind: string;
  readonly author_id: string;
  readonly text: string;
}

const SELECT_TEXTS = `
  select k.workspace, k.crumb_id, k.version, k.ordinal, k.position, k.author_kind, k.author_id, k.text from chunk k
  where k.position > $1 and k.position <= coalesce((
    select max(position) from (select distinct position from chunk where position > $1 and position <= $2 order by position limit ${BATCH}) p), $2)
  order by k.position`;

const IS_GIVEN = `(k.workspace, k.crumb_id, k.version, k.ordinal) in (
  select workspace, crumb_id, version, ordinal from jsonb_to_recordset($1::jsonb) as x (workspace text, crumb_id uuid, version int, ordinal int))`;

/** Writes the keys, and counts again those that were counted. */
const WRITE_KEYS = countInserted(`
  update chunk k set tsv = x.tsv::tsvector, length = x.length, meaning = x.meaning::halfvec, counted = x.counted
  from jsonb_to_recordset($1::jsonb) as x (workspace text, crumb_id uuid, version int, ordinal int, tsv text, length int, meaning text, counted boolean)
  where k.workspace = x.workspace and k.crumb_id = x.crumb_id and k.version = x.version and k.ordinal = x.ordinal
  returning k.workspace, k.tsv, k.length, k.counted`);

const readCursor = async (sql: Sql, kind: string): Promise<number | null> => {
  const [row] = await sql.query<{ position: number }>(READ_INDEX_CURSOR, [kind]);
  return row?.position ?? null;
};

const isNamed = ({ author_kind }: StoredText): boolean => author_kind === 'user' || author_kind === 'agent';

type KeyedText = Omit<StoredText, 'text'> & ReturnType<typeof keysOf>;

function toKeyed(stored: StoredText): KeyedText {
  const { text, ...place } = stored;
  return { ...place, ...keysOf(text, isNamed(stored) ? stored.author_id : null) };
}

/** Writes the meanings of texts that have these keys already: their statistics stay as they are. */
const WRITE_MEANINGS = `
  update chunk k set meaning = x.meaning::halfvec
  from jsonb_to_recordset($1::jsonb) as x (workspace text, crumb_id uuid, version int, ordinal int, tsv text, length int, meaning text)
  where k.workspace = x.workspace and k.crumb_id = x.crumb_id and k.version = x.version and k.ordinal = x.ordinal
    and k.tsv = x.tsv::tsvector and k.length = x.length
  returning k.workspace, k.crumb_id, k.version, k.ordinal`;

const SELECT_COUNTED = `
  select k.workspace, k.crumb_id, k.version, k.ordinal from chunk k where k.counted and ${IS_GIVEN}`;

const placeOf = ({ workspace, crumb_id, version, ordinal }: Omit<StoredText, 'text'>): string =>
  `${workspace}/${crumb_id}/${version}/${ordinal}`;

async function write(sql: TransactionSql, texts: readonly KeyedText[], through: number): Promise<void> {
  lockIndex(sql);
  const same = new Set((await sql.query<KeyedText>(WRITE_MEANINGS, [JSON.stringify(texts)])).map(placeOf));
  const others = texts.filter((one) => !same.has(placeOf(one)));
  if (others.length > 0) await writeKeys(sql, others);
  sql.send(MOVE_INDEX_CURSOR, [KEYS_DONE, through]);
}

async function writeKeys(sql: TransactionSql, texts: readonly KeyedText[]): Promise<void> {
  const given = JSON.stringify(texts);
  const counted = new Set((await sql.query<KeyedText>(SELECT_COUNTED, [given])).map(placeOf));
  await removeFromStatistics(sql, { where: IS_GIVEN, params: [given] });
  await sql.query(WRITE_KEYS, [JSON.stringify(texts.map((one) => ({ ...one, counted: counted.has(placeOf(one)) })))]);
}

/**
 * Writes the keys of texts that an earlier version has indexed, one step after the other, while their old keys are searched. Resolves with how many texts that
 * were. `pause` is awaited before each step, and ends the work where it returns false.
 */
export async function rebuildKeys(database: Database, indexed: number, pause: () => Promise<boolean>): Promise<number> {
  let until = await readCursor(database, KEYS_UNTIL);
  if (until === null) await database.query(MOVE_INDEX_CURSOR, [KEYS_UNTIL, (until = indexed)]);
  let done = (await readCursor(database, KEYS_DONE)) ?? 0;
  let count = 0;
  while (done < until && (await pause())) {
    const texts = await database.query<StoredText>(SELECT_TEXTS, [done, until]);
    const through = texts.at(-1)?.position ?? until;
    const keyed = await mapOneByOne(texts, toKeyed);
    await database.transaction((sql) => write(sql, keyed, through));
    count += texts.length;
    done = through;
  }
  // PGlite has no autovacuum: what comes next takes the room of the old rows.
  if (count > 0 && database.kind === 'pglite') await database.query('vacuum chunk');
  return count;
}
