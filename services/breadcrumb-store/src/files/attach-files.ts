import {
  asPayload,
  refuse,
  SessionFile,
  UserMessage,
  type CommitRequest,
  type UserMessageV1,
  type Write,
} from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import type { AuthenticatedCaller } from '../identity/caller';
import { listUploads, toFacts, type FileRow } from './files';
import { showFile } from './show-file';

/** Characters that the files of one message show together; the rest of a breadcrumb is for its text. */
const MAX_SHOWN = 100_000;

type MessageFile = NonNullable<UserMessageV1['files']>[number];

/** The files that a write brings; what is not valid is refused later, with all other issues. */
function filesOf(write: Write): readonly MessageFile[] {
  if (write.op !== 'create' || !carriesFiles(write.draft.schema_name)) return [];
  const { files } = asPayload(UserMessage.name, write.draft.context) ?? {};
  return Array.isArray(files) ? files.filter((file) => typeof file?.hash === 'string') : [];
}

/** Do crumbs of this schema carry files? */
export const carriesFiles = (schema: string | undefined): boolean =>
  schema === UserMessage.name || schema === SessionFile.name;

function describe(
  { hash, name }: MessageFile,
  row: FileRow | undefined,
  { room, isShown }: { readonly room: number; readonly isShown: boolean },
): MessageFile {
  if (!row)
    throw refuse(
      'not_found',
      `The file ${String(name)} (${hash}) is not among your uploads; upload it with POST /v1/attachments first.`,
    );
  const facts = toFacts(row);
  if (!isShown) return { hash, name, ...facts };
  return { hash, name, ...facts, text: showFile(String(name), { ...facts, text: row.text }, room) };
}

function attach(write: Write, uploads: ReadonlyMap<string, FileRow>): Write {
  const files = filesOf(write);
  if (files.length === 0 || write.op !== 'create') return write;
  // A file that an agent keeps is read with its tool; messages show theirs.
  const isShown = write.draft.schema_name === UserMessage.name;
  let room = MAX_SHOWN;
  const described = files.map((file) => {
    const one = describe(file, uploads.get(file.hash), { room, isShown });
    room -= one.text?.length ?? 0;
    return one;
  });
  return { ...write, draft: { ...write.draft, context: { ...write.draft.context, files: described } } };
}

/**
 * Adds to the files of messages and of agents what the store knows about them: type, size and text. Throws a refusal for a file that the
 * caller has not uploaded. Makes no query where no message has a file.
 */
export async function attachFiles<Request extends CommitRequest>(
  sql: Sql,
  request: Request,
  caller: AuthenticatedCaller,
): Promise<Request> {
  const hashes = request.writes.flatMap((write) => filesOf(write).map(({ hash }) => hash));
  if (hashes.length === 0) return request;
  const uploads = await listUploads(sql, [...new Set(hashes)], caller);
  return { ...request, writes: request.writes.map((write) => attach(write, uploads)) };
}
