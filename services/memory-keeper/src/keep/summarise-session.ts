import { SessionSummary, toJsonObject, type Envelope, type SessionSummaryV1, type Write } from '@crumbtrail/contracts';
import { summariseMessages, type SourceMessage } from '@crumbtrail/memory';
import { crashPoint } from '@crumbtrail/platform';
import { askManager } from '../manager/ask';
import { writeSummary, type WrittenSummary } from '../manager/write-summary';
import type { Summary } from '../ports';
import { nameAuthors, toSourceMessages } from '../window/source-messages';
import { SUMMARY_LEVEL, takeBlock } from '../window/take-block';
import type { FencedWork, KeeperPorts, KeeperWork } from './compact-window';
import { requireCommitted } from './write-memory';

/** Most messages that are looked at for one summary: one can name that many sources. */
const MOST_READ = 256;

/** What a summary is to cover. */
interface SummaryDue {
  readonly messages: readonly SourceMessage[];
  /** Position after which it was said. */
  readonly from: number;
  readonly before: Summary | undefined;
}

const isOfBlock = ({ author, context: { scope } }: Summary): boolean =>
  author.kind === 'service' && scope?.level === SUMMARY_LEVEL;

/** The newest summary of a number of messages. */
const newestOf = (known: readonly Summary[]): Summary | undefined =>
  known.filter(isOfBlock).toSorted((a, b) => (b.context.until ?? 0) - (a.context.until ?? 0))[0];

/** The messages that the next summary covers; null where none is due. Only what everybody may read is summarised. */
export async function findSummaryDue({ store }: KeeperPorts, work: KeeperWork): Promise<SummaryDue | null> {
  const { group, settings, min_position } = work;
  const { messages, words } = settings.summaries;
  if (group.readers !== 'all' || (messages === undefined && words === undefined)) return null;
  const before = newestOf(await store.summaries(group.workspace, group.session));
  const from = (before?.context.until ?? 1) - 1;
  const said = await store.window(group, { after: from, limit: MOST_READ, min_position });
  const members = await store.members(group.workspace, group.session);
  const texts = toSourceMessages(said, group.session, nameAuthors(members, settings));
  const block = takeBlock(texts, { words, messages: Math.min(messages ?? MOST_READ, MOST_READ) });
  return block === null ? null : { messages: block, from, before };
}

function draftSummary(
  session: string,
  { text, title, sources }: WrittenSummary,
  covers: Pick<SessionSummaryV1, 'from' | 'until' | 'method' | 'revision'>,
): Write {
  const { revision = 0, ...rest } = covers;
  const context: SessionSummaryV1 = {
    session,
    scope: { level: SUMMARY_LEVEL },
    text,
    sources: [...sources],
    ...rest,
    ...(revision > 0 ? { revision } : {}),
  };
  return { op: 'create', draft: { schema_name: SessionSummary.name, title, context: toJsonObject(context) } };
}

/** The summary of messages without a sentence that is worth quoting: who wrote how many. */
function fallback(messages: readonly SourceMessage[]): WrittenSummary {
  const names = [...new Set(messages.map(({ author }) => author.name ?? author.id))].join(', ');
  const [first] = messages;
  const sources = first === undefined ? [] : [{ id: first.id, version: first.version }];
  return { text: `${names} exchanged ${messages.length} short messages.`, title: names.slice(0, 120), sources };
}

const extract = (messages: readonly SourceMessage[]): WrittenSummary =>
  summariseMessages(messages) ?? fallback(messages);

/**
 * Summarises the next messages of a session, if enough have come. Returns what the summary rests on; null where none is due. Throws
 * `unavailable` where another change was committed first.
 */
export async function summariseSession(
  ports: KeeperPorts,
  work: FencedWork,
): Promise<WrittenSummary['sources'] | null> {
  const due = await findSummaryDue(ports, work);
  if (due === null) return null;
  const { group, settings, fence } = work;
  const { workspace, session } = group;
  const { messages, from, before } = due;
  const asked = await askManager({ model: ports.model, workspace, settings }, writeSummary(messages, before, settings));
  ports.meter.failed(asked.failures);
  const method = asked.value === undefined ? 'extracted' : 'written';
  const until = (messages.at(-1)?.position ?? 0) + 1;
  const key = { session, scope: { level: SUMMARY_LEVEL }, until };
  const revision = await ports.store.freeRevision(workspace, 'summary', key);
  const summary = asked.value ?? extract(messages);
  crashPoint('keeper.before-summary');
  const write = draftSummary(session, summary, { from, until, method, revision });
  requireCommitted(await ports.store.commit(workspace, [write], fence));
  ports.meter.wrote('summary', method);
  return summary.sources;
}

async function readCovered(
  { store }: KeeperPorts,
  { workspace, context }: Summary,
  gone: readonly string[],
): Promise<SourceMessage[]> {
  const { session, from = 0, until = 0 } = context;
  const group = { workspace, session, agent: '', readers: 'all' as const };
  const said = await store.window(group, { after: from, limit: MOST_READ });
  const covered = said.filter(({ id, position }: Envelope) => position < until && !gone.includes(id));
  return toSourceMessages(covered, session, ({ name }) => name);
}

/** Erases a summary of a number of messages of which one is gone, and makes it again of the others. */
export async function replaceBlock(ports: KeeperPorts, summary: Summary, gone: readonly string[]): Promise<void> {
  const { workspace, id, version, context } = summary;
  const { session, from = 0, until = 0, revision = 0 } = context;
  const left = await readCovered(ports, summary, gone);
  const covers = { from, until, method: 'extracted' as const, revision: revision + 1 };
  const again = left.length === 0 ? [] : [draftSummary(session, extract(left), covers)];
  const committed = await ports.store.commit(workspace, [{ op: 'erase', id, if_match: version }, ...again]);
  if (committed !== null) ports.meter.rebuilt(1);
}
