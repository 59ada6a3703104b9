import { asPayload, turnClaimKey, UserMessage } from '@crumbtrail/contracts';
import { carriesFiles } from '../files/attach-files';
import type { Ledger } from '../ledger/ledger';
import { keyOf } from '../ledger/stored-rows';
import type { Statement, TransactionSql } from '../database/database';
import { deleteIndexed } from '../search/index/text/delete-indexed';
import { addTotalsSql, newTotals, removedTotals, SUBTRACT_TOTALS } from '../sessions/session-totals';

const CRUMB_COLUMNS = `workspace text, id uuid, schema_name text, session text, author_kind text, author_id text,
  author_name text, audience text[], informs text[], trail_id uuid, cause_id uuid, cause_version int, hop int, imported boolean, created_at timestamptz,
  occurred_at timestamptz, created_position bigint, version int, position bigint, expires_at timestamptz,
  expired_at timestamptz, erased_at timestamptz, erased_by_kind text, erased_by_id text, traceparent text`;
const VERSION_COLUMNS = `workspace text, id uuid, version int, position bigint, title text, tags text[], context jsonb,
  llm_hints jsonb, content_hash text, expires_at timestamptz, updated_at timestamptz, updated_by text`;
const EVENT_COLUMNS = `position bigint, workspace text, id uuid, version int, kind text, schema_name text, session text,
  trail_id uuid, cause_id uuid, cause_version int, hop int, author_kind text, author_id text, audience text[],
  recipient text, imported boolean, content_hash text, traceparent text, created_at timestamptz`;
const TURN_COLUMNS = `workspace text, id uuid, agent text, lane text, session text, state text, cause_id uuid,
  cause_version int, cause_position bigint, place int, cause_author text, audience text[], readers text[], trail_id uuid, hop int,
  definition_id uuid, definition_version int, generation int, runner text, turn_seconds int, turns_per_minute int,
  traceparent text, requested_at timestamptz, opened_at timestamptz, deadline_at timestamptz, closed_at timestamptz,
  response_id uuid, action text, chosen jsonb, auto jsonb, approvals jsonb, waited_ms bigint`;

const names = (columns: string): string =>
  columns
    .split(',')
    .map((column) => column.trim().split(' ')[0])
    .join(', ');

const insertInto = (table: string, columns: string, parameter: string): string =>
  `insert into ${table} (${names(columns)}) select * from jsonb_to_recordset(${parameter}::jsonb) as r (${columns})`;

/** Writes the rows of nearly every group, and moves the log head, in one round trip. */
const APPEND: Statement = {
  name: 'append',
  text: `with crumbs as (${insertInto('crumb', CRUMB_COLUMNS, '$1')}),
    versions as (${insertInto('crumb_version', VERSION_COLUMNS, '$2')}),
    events as (${insertInto('crumb_event', EVENT_COLUMNS, '$3')}),
    totals as (${addTotalsSql('$5')})
    update log_head set position = $4`,
};
const ALTER_CRUMBS: Statement = {
  name: 'alter-crumbs',
  text: `update crumb c set version = r.version, position = r.position, expires_at = r.expires_at, expired_at = r.expired_at,
      erased_at = r.erased_at, erased_by_kind = r.erased_by_kind, erased_by_id = r.erased_by_id, traceparent = r.traceparent,
      author_name = r.author_name, informs = r.informs
    from jsonb_to_recordset($1::jsonb) as r (${CRUMB_COLUMNS}) where c.workspace = r.workspace and c.id = r.id`,
};
const DROP_VERSIONS: Statement = {
  name: 'drop-versions',
  text: `delete from crumb_version v using jsonb_to_recordset($1::jsonb) as r (workspace text, id uuid, version int)
    where v.workspace = r.workspace and v.id = r.id and v.version = r.version`,
};
const TURNS: Statement = {
  name: 'write-turns',
  text: `${insertInto('turn', TURN_COLUMNS, '$1')}
    on conflict (workspace, id) do update set state = excluded.state, readers = excluded.readers, opened_at = excluded.opened_at,
      deadline_at = excluded.deadline_at, closed_at = excluded.closed_at, response_id = excluded.response_id,
      action = excluded.action, auto = excluded.auto, approvals = excluded.approvals,
      waited_ms = excluded.waited_ms`,
};
const DECISIONS: Statement = {
  name: 'write-decisions',
  text: insertInto(
    'decision',
    'workspace text, cause_id uuid, cause_version int, turns int, reason text, decided_at timestamptz',
    '$1',
  ),
};
const CLAIMS: Statement = {
  name: 'write-claims',
  text: `${insertInto('claim', 'workspace text, key text, fence bigint, holder text, until timestamptz', '$1')}
    on conflict (workspace, key) do update set fence = excluded.fence, holder = excluded.holder, until = excluded.until`,
};
const DROP_CLAIMS: Statement = {
  name: 'drop-claims',
  text: `delete from claim c using jsonb_to_recordset($1::jsonb) as r (workspace text, key text)
    where c.workspace = r.workspace and c.key = r.key`,
};
const DUES: Statement = {
  name: 'write-dues',
  text: `${insertInto('due', 'kind text, workspace text, key text, due_at timestamptz', '$1')}
    on conflict (kind, workspace, key) do update set due_at = excluded.due_at`,
};
const DROP_DUES: Statement = {
  name: 'drop-dues',
  text: `delete from due d using jsonb_to_recordset($1::jsonb) as r (kind text, workspace text, key text)
    where d.kind = r.kind and d.workspace = r.workspace and d.key = r.key`,
};
const REPLIES: Statement = {
  name: 'write-replies',
  text: insertInto(
    'idempotency',
    'workspace text, caller text, key text, request_hash text, reply jsonb, created_at timestamptz',
    '$1',
  ),
};
const BLOBS: Statement = {
  name: 'write-blobs',
  text: `with blobs as (${insertInto('blob', 'workspace text, crumb_id uuid, text text', '$1')})
    insert into blob_quote (workspace, crumb_id, quoted_id, quoted_version)
    select distinct r.workspace, r.crumb_id, q.id, q.version
    from jsonb_to_recordset($1::jsonb) as r (workspace text, crumb_id uuid, quotes jsonb)
    cross join lateral jsonb_to_recordset(r.quotes) as q (id uuid, version int)`,
};
const FILE_USES: Statement = {
  name: 'write-file-uses',
  text: `${insertInto('file_use', 'workspace text, crumb_id uuid, hash text', '$1')} on conflict do nothing`,
};
const EMPTY: readonly Statement[] = [
  { name: 'empty-versions', text: 'delete from crumb_version where workspace = $1 and id = any($2::uuid[])' },
  {
    name: 'empty-blobs',
    text: `delete from blob where workspace = $1 and (crumb_id = any($2::uuid[])
      or crumb_id in (select crumb_id from blob_quote where workspace = $1 and quoted_id = any($2::uuid[])))`,
  },
  { name: 'empty-uses', text: 'delete from crumb_use where workspace = $1 and id = any($2::uuid[])' },
  {
    name: 'empty-files',
    text: `with gone as (delete from file_use where workspace = $1 and crumb_id = any($2::uuid[]) returning hash)
      delete from file f where f.workspace = $1 and f.hash in (select hash from gone) and not exists (
        select 1 from file_use u where u.workspace = $1 and u.hash = f.hash and u.crumb_id <> all($2::uuid[]))`,
  },
];
/** The events of an erased crumb no longer allow a guess of its content to be confirmed. */
const FORGET_HASHES: Statement = {
  name: 'empty-events',
  text: `update crumb_event set content_hash = '' where workspace = $1 and id = any($2::uuid[])`,
};

function writeIfAny(sql: TransactionSql, statement: Statement, rows: readonly object[]): void {
  if (rows.length > 0) sql.send(statement, [JSON.stringify(rows)]);
}

function writeTurns(sql: TransactionSql, ledger: Ledger): void {
  const turns = ledger.turns.changes();
  const claims = ledger.claims.changes();
  const changed = ledger.dues.changes();
  const dues = [...changed.added, ...changed.altered];
  // A lane's turn must end or leave it before its next one begins: a unique index enforces one open turn per lane.
  writeIfAny(
    sql,
    TURNS,
    [...turns.altered, ...turns.added].filter(({ state }) => state !== 'open'),
  );
  writeIfAny(
    sql,
    TURNS,
    [...turns.altered, ...turns.added].filter(({ state }) => state === 'open'),
  );
  writeIfAny(sql, DECISIONS, ledger.decisions.changes().added);
  writeIfAny(sql, CLAIMS, [...claims.added, ...claims.altered]);
  const closed = turns.altered.filter(({ state }) => state === 'closed');
  writeIfAny(sql, DROP_CLAIMS, [
    ...closed.map(({ workspace, id }) => ({ workspace, key: turnClaimKey(id) })),
    ...claims.removed.map(({ workspace, key }) => ({ workspace, key })),
  ]);
  writeIfAny(
    sql,
    DUES,
    dues.filter(({ due_at }) => due_at !== null),
  );
  writeIfAny(
    sql,
    DROP_DUES,
    dues.filter(({ due_at }) => due_at === null),
  );
}

/** The files that new crumbs carry. */
function fileUses(ledger: Ledger): object[] {
  const first = ledger.versions.changes().added.filter(({ version, context }) => version === 1 && 'files' in context);
  return first
    .filter(({ workspace, id }) => carriesFiles(ledger.crumbs.get(keyOf(workspace, id))?.schema_name))
    .flatMap(({ workspace, id, context }) =>
      // Both schemas that carry files name them alike.
      (asPayload(UserMessage.name, context).files ?? []).map(({ hash }) => ({ workspace, crumb_id: id, hash })),
    );
}

/** Deletes the contents of crumbs in all their versions, in the caller's transaction: their texts, files and index rows, and texts that quote them. */
export async function deleteContents(sql: TransactionSql, workspace: string, ids: readonly string[]): Promise<void> {
  for (const statement of EMPTY) sql.send(statement, [workspace, ids]);
  await deleteIndexed(sql, workspace, ids);
}

async function eraseContents(sql: TransactionSql, ledger: Ledger): Promise<void> {
  for (const workspace of new Set(ledger.emptied.map((one) => one.workspace))) {
    const ids = ledger.emptied.filter((one) => one.workspace === workspace).map(({ id }) => id);
    sql.send(FORGET_HASHES, [workspace, ids]);
    await deleteContents(sql, workspace, ids);
  }
}

/**
 * Sends the rows of a group, in a number of statements that does not grow with it; a plain append is one. They are stored when the
 * transaction is.
 */
export async function writeRows(sql: TransactionSql, ledger: Ledger): Promise<void> {
  const crumbs = ledger.crumbs.changes();
  const versions = ledger.versions.changes();
  const rows = [crumbs.added, versions.added, ledger.events].map((one) => JSON.stringify(one));
  writeIfAny(sql, SUBTRACT_TOTALS, removedTotals(ledger));
  sql.send(APPEND, [...rows, ledger.position, JSON.stringify(newTotals(ledger))]);
  writeIfAny(sql, ALTER_CRUMBS, crumbs.altered);
  writeIfAny(sql, DROP_VERSIONS, versions.removed);
  writeTurns(sql, ledger);
  writeIfAny(sql, REPLIES, ledger.replies.changes().added);
  writeIfAny(sql, BLOBS, ledger.blobs);
  writeIfAny(sql, FILE_USES, fileUses(ledger));
  await eraseContents(sql, ledger);
}
