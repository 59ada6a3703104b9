import { createHash } from 'node:crypto';
import {
  MAX_FILE_BYTES,
  participantName,
  refuse,
  type FileContent,
  type PutFile,
  type ReadFile,
  type RequestOf,
  type StoredFile,
} from '@crumbtrail/contracts';
import type { Sql, TransactionalSql } from '../database/database';
import { isUuid } from '../database/uuid';
import type { AuthenticatedCaller } from '../identity/caller';
import { visibleToCaller } from '../identity/visibility/access-filter.sql';
import { PRESENT } from '../reading/envelope';
import { inspectFile } from './inspect-file';
import { PdfTexts } from './pdf/pdf-text';

/** How long a file that no message carries is kept for the one who uploaded it. */
const UPLOAD_HOURS = 24;

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

const PUT_FILE = `
  insert into file (workspace, hash, type, bytes, width, height, text, data)
  values ($1, $2, $3, $4, $5, $6, $7, decode($8, 'base64')) on conflict (workspace, hash) do nothing`;
const PUT_UPLOAD = `
  insert into file_upload (workspace, hash, uploader, expires_at) values ($1, $2, $3, now() + $4 * interval '1 hour')
  on conflict (workspace, hash, uploader) do update set expires_at = excluded.expires_at`;

/** What a message says about a file. */
export const toFacts = ({ type, bytes, width, height }: FileRow): Omit<StoredFile, 'hash'> => ({
  type,
  bytes,
  ...(width === null || height === null ? {} : { width, height }),
});

/** A row of `file` without its bytes. */
export interface FileRow {
  readonly hash: string;
  readonly type: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly text: string | null;
}

/** Reads the texts of all PDFs of this process. */
const pdfs = new PdfTexts();

/** Stores a file for the caller. Throws a refusal for a file of another type than allowed, or claimed; what a service stores for an agent may be of any. */
export async function putFile(
  database: TransactionalSql,
  { data, ...claimed }: RequestOf<typeof PutFile>,
  { workspace, participant, role }: AuthenticatedCaller,
): Promise<StoredFile> {
  // Base64 has four characters for three bytes: a text that is too long is not decoded.
  if (data.length > Math.ceil(MAX_FILE_BYTES / 3) * 4)
    throw refuse('too_large', `${claimed.name} is larger than ${MAX_FILE_BYTES} bytes, the limit of a file.`);
  if (!isBase64(data)) throw refuse('invalid_payload', `The bytes of ${claimed.name} are not valid base64.`);
  const bytes = Buffer.from(data, 'base64');
  const { text, ...facts } = await inspectFile(bytes, { ...claimed, mayBeAnything: role === 'service' }, pdfs);
  const hash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  const { width = null, height = null } = facts;
  await database.transaction(async (sql) => {
    await sql.query(PUT_FILE, [workspace, hash, facts.type, facts.bytes, width, height, text, data]);
    await sql.query(PUT_UPLOAD, [workspace, hash, participantName(participant), UPLOAD_HOURS]);
  });
  return { hash, ...facts };
}

/** The files that a participant has uploaded and may attach. */
export async function listUploads(
  sql: Sql,
  hashes: readonly string[],
  { workspace, participant }: AuthenticatedCaller,
): Promise<Map<string, FileRow>> {
  const rows = await sql.query<FileRow>(
    `select f.hash, f.type, f.bytes, f.width, f.height, f.text from file_upload u join file f using (workspace, hash)
     where u.workspace = $1 and u.uploader = $2 and u.expires_at > now() and u.hash = any($3::text[])`,
    [workspace, participantName(participant), [...hashes]],
  );
  return new Map(rows.map((row) => [row.hash, row]));
}

/** Reads a file of a message. A message that the caller may not read has the same reply as one that does not exist. */
export async function readFile(
  sql: Sql,
  { breadcrumb, hash }: RequestOf<typeof ReadFile>,
  caller: AuthenticatedCaller,
): Promise<FileContent> {
  const params: unknown[] = [caller.workspace, isUuid(breadcrumb) ? breadcrumb : null, hash];
  const visible = visibleToCaller('c', caller, params);
  const [row] = await sql.query<FileRow & { readonly name: string | null; readonly data: string }>(
    `select f.hash, f.type, f.bytes, f.width, f.height, null as text, encode(f.data, 'base64') as data,
       (select e.value ->> 'name' from crumb_version v, jsonb_array_elements(v.context -> 'files') e
        where v.workspace = c.workspace and v.id = c.id and v.version = 1 and e.value ->> 'hash' = f.hash limit 1) as name
     from file_use u join crumb c on c.workspace = u.workspace and c.id = u.crumb_id
     join file f on f.workspace = u.workspace and f.hash = u.hash
     where u.workspace = $1 and u.crumb_id = $2 and u.hash = $3 and ${PRESENT} and ${visible}`,
    params,
  );
  if (!row) throw refuse('not_found', `The breadcrumb ${breadcrumb} has no file ${hash} that this key may read.`);
  // Postgres breaks lines every 76 characters.
  return { hash, name: row.name ?? 'file', ...toFacts(row), data: row.data.replaceAll('\n', '') };
}

/** Deletes files that were uploaded and not attached in time. */
export async function deleteExpiredUploads(sql: Sql): Promise<void> {
  await sql.query(`
    with gone as (delete from file_upload where expires_at < now() returning workspace, hash)
    delete from file f using gone g where f.workspace = g.workspace and f.hash = g.hash
      and not exists (select 1 from file_use u where u.workspace = f.workspace and u.hash = f.hash)
      and not exists (select 1 from file_upload o where o.workspace = f.workspace and o.hash = f.hash and o.expires_at >= now())`);
}
