import type { WorkspaceStore } from '@crumbtrail/bus';
import { asCrumbs, SessionFile, type Envelope, type SessionFileV1 } from '@crumbtrail/contracts';
import type { KeptFile, KeptFiles } from '../tool-log';

/** Files are listed page by page, newest first, up to this many pages. */
const PAGE = 500;
const MOST_PAGES = 4;

/** The files that agents keep in a session, newest first, among its last 2,000. */
export async function listKept(
  store: Pick<WorkspaceStore, 'list'>,
  { session, min_position }: { readonly session: string | undefined; readonly min_position: number },
): Promise<Envelope<SessionFileV1>[]> {
  const found: Envelope<SessionFileV1>[] = [];
  if (session === undefined) return found;
  for (let cursor: string | undefined, page = 0; page === 0 || (cursor && page < MOST_PAGES); page += 1) {
    const request = { schema: SessionFile.name, session, limit: PAGE, min_position, ...(cursor ? { cursor } : {}) };
    const { crumbs, next_cursor } = await store.list(request);
    found.push(...asCrumbs(SessionFile.name, crumbs));
    cursor = next_cursor;
  }
  return found;
}

function toKept({ id, version, context, author, created_at }: Envelope<SessionFileV1>): KeptFile {
  const [file] = context.files;
  const { hash, type = 'application/octet-stream', bytes = 0 } = file as SessionFileV1['files'][number];
  return { id, version, name: context.name, hash, type, bytes, owner: author.id, saved_at: created_at };
}

/** What an agent is told of the files of its session; `isShown`: whether the file at this place may be. */
export function toKeptFiles(
  crumbs: readonly Envelope<SessionFileV1>[],
  { agent, isShown }: { readonly agent: string; readonly isShown: (at: number) => boolean },
): KeptFiles {
  const files = crumbs.map(toKept);
  const own = files.filter((_file, at) => crumbs[at]?.author.kind === 'agent' && crumbs[at]?.author.id === agent);
  return {
    readable: files.filter((_file, at) => isShown(at)),
    own: { count: own.length, bytes: own.reduce((sum, { bytes }) => sum + bytes, 0) },
  };
}
