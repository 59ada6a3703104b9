import {
  OUTERMOST_SCOPE,
  SessionSummary,
  toJsonObject,
  type Envelope,
  type Ref,
  type ScopeStart,
  type SessionSummaryV1,
  type Write,
} from '@crumbtrail/contracts';
import { summariseMessages, type SourceMessage } from '@crumbtrail/memory';
import { crashPoint } from '@crumbtrail/platform';
import { isRole, nameSpeakers } from '@crumbtrail/prompting';
import type { MemoryStore, SessionGroup, Summary, WindowMembers } from '../ports';
import { toSourceMessages } from '../window/source-messages';
import type { KeeperPorts } from './compact-window';

/** A scope of a session that has ended. */
export interface EndedScope {
  readonly workspace: string;
  readonly session: string;
  readonly level: string;
  /** Position of the log at which the next scope began. */
  readonly until: number;
  /** How often its summary was made before. Default 0. */
  readonly revision?: number;
  /** The crumb that ended it; absent where the summary is made again. */
  readonly cause?: Ref;
}

/** Messages that are read at a time, and the newest of a scope that its summary is made of. */
const PAGE = 1_000;
const MOST_MESSAGES = 500;

type Moment = Pick<ScopeStart, 'occurred_at' | 'position'>;

/** Did it happen before the scope began? What is imported later may have been said earlier. */
function isBefore(one: Moment, start: Moment): boolean {
  const difference = Date.parse(one.occurred_at) - Date.parse(start.occurred_at);
  return difference === 0 ? one.position < start.position : difference < 0;
}

/** Where a scope began: at the last scope of its level or day before its end; undefined for the beginning of the session. */
function findStart({ level, until }: EndedScope, scopes: readonly ScopeStart[]): ScopeStart | undefined {
  return scopes.findLast((one) => one.position < until && (one.level === level || one.level === OUTERMOST_SCOPE));
}

/** What everybody may read of a scope, in the order of the log. */
async function readScope(
  store: MemoryStore,
  { workspace, session, until }: EndedScope,
  start: ScopeStart | undefined,
): Promise<Envelope[]> {
  const group: SessionGroup = { workspace, session, agent: '', readers: 'all' };
  let said: Envelope[] = [];
  let after = start?.position ?? 0;
  for (;;) {
    const page = await store.window(group, { after, limit: PAGE, min_position: until });
    const within = page.filter((one) => one.position < until && (start === undefined || !isBefore(one, start)));
    said = [...said, ...within].slice(-MOST_MESSAGES);
    after = page.at(-1)?.position ?? until;
    if (page.length < PAGE || after >= until) return said;
  }
}

/** Names authors by the session; agents without a name there have the one of their definition, as in their own contexts. */
async function nameAuthorsOf(
  store: MemoryStore,
  { workspace, session }: EndedScope,
  said: readonly Envelope[],
): Promise<ReturnType<typeof nameSpeakers>> {
  const authors = said.map(({ author }) => author);
  const agents = [...new Set(authors.filter(({ kind }) => kind === 'agent').map(({ id }) => id))];
  const members = await store.members(workspace, session);
  const defined = (await store.agentNames(workspace, agents)).filter(({ name = '' }) => !isRole(name));
  const named = members.filter(({ name }) => name !== undefined);
  // Of several entries of one member the first names it.
  const all: WindowMembers = [...named, ...defined, ...members];
  return nameSpeakers(all, authors);
}

async function readMessages(
  store: MemoryStore,
  scope: EndedScope,
  start: ScopeStart | undefined,
): Promise<SourceMessage[]> {
  const said = await readScope(store, scope, start);
  return toSourceMessages(said, scope.session, await nameAuthorsOf(store, scope, said));
}

/** What a summary of a scope is about. */
function describeScope(
  { session, level, until, revision = 0 }: EndedScope,
  start: ScopeStart | undefined,
): Pick<SessionSummaryV1, 'session' | 'scope' | 'method' | 'from' | 'until' | 'revision'> {
  const { name, position: from = 0 } = start ?? {};
  return {
    session,
    scope: { level, ...(name === undefined ? {} : { name }) },
    method: 'extracted',
    from,
    until,
    ...(revision > 0 ? { revision } : {}),
  };
}

/** The payload and the title of a summary of a scope by its own sentences; null where there is nothing to summarise. */
async function draftScope(
  store: MemoryStore,
  scope: EndedScope,
): Promise<{ readonly title: string; readonly context: SessionSummaryV1 } | null> {
  const { workspace, session, level } = scope;
  const start = findStart(scope, await store.scopes(workspace, session));
  // Between a new day and its first phase there is nothing that a summary of phases is about.
  if (level !== OUTERMOST_SCOPE && start?.level !== level) return null;
  const summary = summariseMessages(await readMessages(store, scope, start));
  if (summary === null) return null;
  const { text, title, sources } = summary;
  return { title, context: { ...describeScope(scope, start), text, sources: [...sources] } };
}

/** Has somebody written it for everybody? One that only some may read replaces none: the others would have no summary. */
export const isWrittenForAll = ({ audience, context: { method = 'written' }, author }: Summary): boolean =>
  method === 'written' && audience === 'all' && author.kind !== 'service';

/** Are both of a scope of the same level and name? */
export const isSameScope = (one: Pick<SessionSummaryV1, 'scope'>, other: Pick<SessionSummaryV1, 'scope'>): boolean =>
  one.scope !== undefined && one.scope.level === other.scope?.level && one.scope.name === other.scope.name;

/** The write of the summary of a scope; null where there is nothing to summarise, or somebody has written one. */
export async function draftScopeSummary(store: MemoryStore, scope: EndedScope): Promise<Write | null> {
  const draft = await draftScope(store, scope);
  if (draft === null) return null;
  const known = await store.summaries(scope.workspace, scope.session);
  if (known.some((one) => isWrittenForAll(one) && isSameScope(one.context, draft.context))) return null;
  const { title, context } = draft;
  const cause = scope.cause === undefined ? {} : { cause: scope.cause };
  return { op: 'create', draft: { schema_name: SessionSummary.name, title, context: toJsonObject(context), ...cause } };
}

/** Publishes the summary of a scope. Where there is one already, or it was erased, that is left as it is. */
export async function publishScopeSummary({ store, meter }: KeeperPorts, scope: EndedScope): Promise<void> {
  const write = await draftScopeSummary(store, scope);
  if (write === null) return;
  crashPoint('keeper.before-scope-summary');
  if ((await store.commit(scope.workspace, [write])) !== null) meter.wrote('summary', 'extracted');
  crashPoint('keeper.after-scope-summary');
}
