import type { AccountItem, ChunksReply, Ref, Viewer } from '@crumbtrail/contracts';
import type { BreadcrumbReader, WorkspaceSnapshot } from '../ports';
import { listViewers } from '../gather/gather-preview';
import { readRecordedContext, type RecordedContext } from './recorded-context';

type Crumb = WorkspaceSnapshot['crumbs'][number];

/** What a recorded context was made of, each in its recorded version; null where it is not there, or not for these eyes. */
export interface RecordedSources {
  readonly workspace: string;
  readonly viewers: readonly Viewer[];
  readonly trigger: Crumb;
  readonly definition: Crumb;
  /** Undefined where no session's members were known. */
  readonly session: Crumb | undefined;
  /** The rows asked for, in that order, and what was found of each. */
  readonly rows: readonly AccountItem[];
  readonly pieces: ChunksReply['chunks'];
}

/** Recorded contexts, as far as whoever asks may read them. */
export async function loadRecordedContexts(
  ids: readonly string[],
  reader: BreadcrumbReader,
): Promise<RecordedContext[]> {
  const { crumbs } = await reader.readAsClient(ids.map((id) => ({ id })));
  return ids.map((id, at) => readRecordedContext(id, crumbs[at]));
}

/** One recorded context. */
export async function loadRecordedContext(id: string, reader: BreadcrumbReader): Promise<RecordedContext> {
  const [recorded] = await loadRecordedContexts([id], reader);
  return recorded as RecordedContext;
}

function sessionRef({ context: { session } }: RecordedContext): Ref[] {
  return session?.id === undefined || session.version === undefined
    ? []
    : [{ id: session.id, version: session.version }];
}

/** Reads what these rows of a recorded context were, with the eyes of the agent and of whoever asks. Nothing is searched. */
export async function loadRecordedSources(
  recorded: RecordedContext,
  rows: readonly AccountItem[],
  reader: BreadcrumbReader,
): Promise<RecordedSources> {
  const { agent, trigger, definition, tokenizer } = recorded.context;
  const refs = rows.map(({ id, version, chunk = 0 }) => ({ id, version, chunk }));
  const [seen, read, { chunks }, identity] = await Promise.all([
    reader.readAsClient([trigger]),
    reader.read([definition, ...sessionRef(recorded)]),
    refs.length === 0 ? { chunks: [] } : reader.chunks({ viewer: agent, refs, tokenizer }),
    reader.identify(),
  ]);
  return {
    workspace: reader.workspace,
    viewers: listViewers(agent, identity),
    trigger: seen.crumbs[0] ?? null,
    definition: read.crumbs[0] ?? null,
    session: sessionRef(recorded).length === 0 ? undefined : (read.crumbs[1] ?? null),
    rows,
    pieces: chunks,
  };
}
