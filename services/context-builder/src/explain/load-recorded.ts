import type { AccountItem, ChunksReply, Ref, Viewer } from '@crumbtrail/contracts';
import type { BreadcrumbReader, Snapshot } from '../ports';
import { viewersOf } from '../gather/gather-preview';
import { recordOf, type Recorded } from './recorded-context';

type Crumb = Snapshot['crumbs'][number];

/** What a recorded context was made of, each in its recorded version; null where it is not there, or not for these eyes. */
export interface Material {
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
export async function gatherRecords(ids: readonly string[], reader: BreadcrumbReader): Promise<Recorded[]> {
  const { crumbs } = await reader.see(ids.map((id) => ({ id })));
  return ids.map((id, at) => recordOf(id, crumbs[at]));
}

/** One recorded context. */
export async function gatherRecord(id: string, reader: BreadcrumbReader): Promise<Recorded> {
  const [recorded] = await gatherRecords([id], reader);
  return recorded as Recorded;
}

function sessionRef({ context: { session } }: Recorded): Ref[] {
  return session?.id === undefined || session.version === undefined
    ? []
    : [{ id: session.id, version: session.version }];
}

/** Reads what these rows of a recorded context were, with the eyes of the agent and of whoever asks. Nothing is searched. */
export async function gatherMaterial(
  recorded: Recorded,
  rows: readonly AccountItem[],
  reader: BreadcrumbReader,
): Promise<Material> {
  const { agent, trigger, definition, tokenizer } = recorded.context;
  const refs = rows.map(({ id, version, chunk = 0 }) => ({ id, version, chunk }));
  const [seen, read, { chunks }, identity] = await Promise.all([
    reader.see([trigger]),
    reader.read([definition, ...sessionRef(recorded)]),
    refs.length === 0 ? { chunks: [] } : reader.chunks({ viewer: agent, refs, tokenizer }),
    reader.whoAsks(),
  ]);
  return {
    workspace: reader.workspace,
    viewers: viewersOf(agent, identity),
    trigger: seen.crumbs[0] ?? null,
    definition: read.crumbs[0] ?? null,
    session: sessionRef(recorded).length === 0 ? undefined : (read.crumbs[1] ?? null),
    rows,
    pieces: chunks,
  };
}
