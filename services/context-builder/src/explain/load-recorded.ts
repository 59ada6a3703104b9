import type { AccountItem, ChunksReply, Ref, Viewer } from '@crumbtrail/contracts';
import type { WorkspaceReader, WorkspaceSnapshot } from '../ports';
import { listContextViewers } from '../gather/gather-preview';
import { readRecordedContext, type RecordedContext } from './recorded-context';

type Crumb = WorkspaceSnapshot['crumbs'][number];

/** The crumbs that a recorded context was built from, in their recorded versions; null where missing or not readable. */
export interface RecordedSources {
  readonly workspace: string;
  readonly viewers: readonly Viewer[];
  readonly trigger: Crumb;
  readonly definition: Crumb;
  /** Undefined where the build had no session record. */
  readonly session: Crumb | undefined;
  /** The scenes of the record, then the entries of lore that it placed, in its order. */
  readonly scenes: readonly Crumb[];
  /** The past sessions of what was recalled, in the order of the record. */
  readonly recalled: readonly Crumb[];
  /** The requested rows of the account; `pieces` has the chunk of each, in the same order. */
  readonly rows: readonly AccountItem[];
  readonly pieces: ChunksReply['chunks'];
}

/** Loads a recorded context; refuses one that does not exist or that the client may not read. */
export async function loadRecordedContext(id: string, reader: WorkspaceReader): Promise<RecordedContext> {
  const { crumbs } = await reader.readAsClient([{ id }]);
  return readRecordedContext(id, crumbs[0]);
}

/** The version of the session crumb that the context was built with; empty if it had none. */
export function sessionRef({ context: { session } }: RecordedContext): Ref[] {
  return session?.id === undefined || session.version === undefined
    ? []
    : [{ id: session.id, version: session.version }];
}

/** The scenes that applied to the context, and the entries of lore that it placed. */
export function sceneRecordRefs({ context: { scene } }: RecordedContext): Ref[] {
  const placed = scene?.lore?.placed ?? [];
  return [...(scene?.records ?? []), ...placed].map(({ id, version }) => ({ id, version }));
}

/** The past sessions of what was recalled. */
export const recalledRefs = ({ context: { recalled = [] } }: RecordedContext): Ref[] =>
  recalled.map(({ id, version }) => ({ id, version }));

/** Loads the texts of these rows of a recorded context, as far as both the agent and the client may read them. Nothing is searched. */
export async function loadRecordedSources(
  recorded: RecordedContext,
  rows: readonly AccountItem[],
  reader: WorkspaceReader,
): Promise<RecordedSources> {
  const { agent, trigger, definition, tokenizer } = recorded.context;
  const scenes = sceneRecordRefs(recorded).length;
  const sessions = sessionRef(recorded).length;
  const refs = rows.map(({ id, version, chunk = 0 }) => ({ id, version, chunk }));
  const built = [definition, ...sceneRecordRefs(recorded), ...sessionRef(recorded), ...recalledRefs(recorded)];
  const [read, { chunks }, identity] = await Promise.all([
    reader.readForBoth({ client: [trigger], service: built }),
    refs.length === 0 ? { chunks: [] } : reader.chunks({ viewer: agent, refs, tokenizer }),
    reader.identify(),
  ]);
  return {
    workspace: reader.workspace,
    viewers: listContextViewers(agent, identity),
    trigger: read.client[0] ?? null,
    definition: read.service[0] ?? null,
    scenes: read.service.slice(1, 1 + scenes),
    session: sessions === 0 ? undefined : (read.service[1 + scenes] ?? null),
    recalled: read.service.slice(1 + scenes + sessions),
    rows,
    pieces: chunks,
  };
}
