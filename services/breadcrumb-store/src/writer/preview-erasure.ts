import { refuse, type CommitReply, type CommitResult } from '@crumbtrail/contracts';
import type { ErasurePreview } from '@crumbtrail/contracts/operations/erasure';
import { append } from '../append/append';
import { ReadSet } from '../append/read-set';
import type { CommitCommand } from '../commands/commands';
import type { Sql, TransactionalSql } from '../database/database';
import type { AuthenticatedCaller } from '../identity/caller';
import { canSee } from '../ledger/can-see';
import { Ledger } from '../ledger/ledger';
import { keyOf, type CrumbRecord } from '../ledger/stored-rows';
import { CompiledSchemaCache } from '../schemas/compile-definition';
import { loadState, type LogHead } from './load-state';
import { READ_HEAD } from './load-statements';

/** Reads the log head without locking it, for a transaction that only reads. */
async function readHead(sql: Sql): Promise<LogHead> {
  const [head] = await sql.query<LogHead>(READ_HEAD);
  if (!head) throw refuse('unavailable', 'The database has no log yet; try again.');
  return head;
}

/** The version that an erasure would name; 0 where there is no such breadcrumb, which the erasure then refuses. */
async function readVersion(sql: Sql, workspace: string, id: string): Promise<number> {
  const [row] = await sql.query<{ version: number }>('select version from crumb where workspace = $1 and id = $2', [
    workspace,
    id,
  ]);
  return row?.version ?? 0;
}

const LOAD_QUOTING_TEXTS = `select c.*, '' as content_hash from crumb c
  where c.workspace = $1 and c.erased_at is null
    and exists (select 1 from blob_quote q where q.workspace = c.workspace and q.crumb_id = c.id and q.quoted_id = any($2::uuid[]))
  order by c.created_position limit 1000`;

const toErasure = (id: string, if_match: number, caller: AuthenticatedCaller): CommitCommand => ({
  kind: 'commit',
  caller,
  writes: [{ op: 'erase', id, if_match }],
  imported: false,
  fence: null,
  idempotency: null,
  traceparent: null,
});

/** Decides it without writing it. Throws why it is refused. */
function decideErasure(command: CommitCommand, ledger: Ledger): CommitResult {
  const [outcome] = append([command], ledger);
  if (!outcome || 'refusal' in outcome) throw outcome?.refusal;
  return (outcome.result as CommitReply).results[0] as CommitResult;
}

const toRef = ({ id, version, schema_name }: CrumbRecord) => ({ id, version, schema_name });

/**
 * What the erasure of a breadcrumb would do: it is decided as an erasure is, in a transaction that only reads, so that whoever may not erase it is
 * refused with the same error. Names only what the caller may read.
 */
export async function previewErasure(
  database: TransactionalSql,
  id: string,
  caller: AuthenticatedCaller,
): Promise<ErasurePreview> {
  const { workspace } = caller;
  return database.transaction(async (sql) => {
    await sql.query('set transaction isolation level repeatable read, read only');
    const command = toErasure(id, await readVersion(sql, workspace, id), caller);
    const before = { lock: readHead(sql), sessionOf: () => null };
    const ledger = new Ledger(await loadState(sql, new ReadSet([command]), before), new CompiledSchemaCache());
    const { version, derived = [] } = decideErasure(command, ledger);
    const erased = ledger.emptied.map((one) => one.id);
    const too = erased
      .map((one) => ledger.crumbs.get(keyOf(workspace, one)))
      .filter((one) => one !== undefined)
      .filter((one) => one.id !== id && canSee(caller, one));
    const quoting = await sql.query<CrumbRecord>(LOAD_QUOTING_TEXTS, [workspace, erased]);
    return {
      id,
      version,
      derived,
      erased_too: too.map(toRef),
      texts: quoting.filter((one) => canSee(caller, one)).map(toRef),
    };
  });
}
