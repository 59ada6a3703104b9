import {
  AgentDef,
  CONVERSATION_SCHEMAS,
  MEMORY_KEEPER,
  OUTERMOST_SCOPE,
  RANKING_WEIGHTS,
  Session,
  SessionSummary,
  singletonId,
  type Candidate,
  type Crumb,
  type Participant,
  type Ref,
  type RetrieveRequest,
  type ScopeStart,
  type SessionV1,
} from '@crumbtrail/contracts';
import { extractSummary } from '@crumbtrail/memory';
import { SERVICE } from '../config';
import { asContract } from '../gather/build-input';
import { compareItemsByTime } from '../gather/item';
import type { SummaryDraft, SummaryStore, WorkspaceReader } from '../ports';
import { isBefore, scopesOf } from '../select/mark-ended';
import { isRole, nameSpeakers } from '@crumbtrail/prompting';

/** A scope of a session that has ended. */
export interface EndedScope {
  readonly session: string;
  readonly level: string;
  /** Position of the log at which the next scope began. */
  readonly until: number;
  /** How often its summary was made before. Default 0. */
  readonly revision?: number;
  /** The crumb that ended it. */
  readonly cause?: Ref;
}

/** What was said in a scope. */
interface ScopeTexts {
  /** What everybody may read, in time order. */
  readonly said: readonly Candidate[];
  /** Where the scope began; absent where it is the beginning of the session. */
  readonly start?: ScopeStart | undefined;
}

const MOST_MESSAGES = 500;
/** How often a summary is made at most where its sources are erased while it is made. */
const MOST_REVISIONS = 16;

function textsRequest({ session, level, until }: EndedScope, now: string): RetrieveRequest {
  const source = { name: 'said', type: 'latest', section: 'recent', schemas: [...CONVERSATION_SCHEMAS] } as const;
  const limits = { tags: [], scope: 'session', limit: MOST_MESSAGES, floor: 0, weight: 1, since: level } as const;
  return {
    viewer: SERVICE,
    // A summary is for everybody: what was said in private is not found.
    readers: 'all',
    session,
    query: '',
    exclude: [],
    sources: [{ ...source, ...limits, tags: [] }],
    tokenizer: 'o200k_base',
    features: RANKING_WEIGHTS.features,
    tags: [],
    members: [],
    as_of: until - 1,
    now,
  };
}

async function loadTexts(reader: WorkspaceReader, scope: EndedScope): Promise<ScopeTexts> {
  const { now } = await reader.read([]);
  const { sources, scopes = [] } = await reader.retrieve(textsRequest(scope, now));
  const start = scopesOf(scope.level, scopes).at(-1);
  const found = sources.flatMap(({ candidates }) => candidates);
  const said = found.filter((one) => one.text !== '' && (start === undefined || !isBefore(one, start)));
  return { said: said.toSorted(compareItemsByTime), start };
}

/** Between a new day and its first phase there is nothing that a summary of phases is about. */
const isSummarised = ({ level }: EndedScope, { said, start }: ScopeTexts): boolean =>
  said.length > 0 && (level === OUTERMOST_SCOPE || start?.level === level);

type NamedMembers = NonNullable<SessionV1['members']>;

/** The members of a session; agents without a name there have the one of their definition, as in their own contexts. */
async function loadMembers(
  reader: WorkspaceReader,
  session: string,
  authors: readonly Participant[],
): Promise<NamedMembers> {
  const agents = [...new Set(authors.filter(({ kind }) => kind === 'agent').map(({ id }) => id))];
  const ids = [
    singletonId(reader.workspace, 'session', session),
    ...agents.map((id) => singletonId(reader.workspace, 'agent', id)),
  ];
  const { crumbs } = await reader.read(ids.map((id) => ({ id })));
  const members = asContract(Session, crumbs[0] ?? null)?.context.members ?? [];
  const defined = agents.flatMap((id, at): NamedMembers => {
    const { name } = asContract(AgentDef, crumbs[at + 1] ?? null)?.context ?? {};
    return name === undefined || isRole(name) ? [] : [{ kind: 'agent', id, name }];
  });
  const named = members.filter(({ name }) => name !== undefined);
  // Of several entries of one member the first names it.
  return [named, defined, members].flat();
}

/** Sentences of a scope, and the messages that they come from; null where there is nothing to summarise. */
async function extractFrom(
  reader: WorkspaceReader,
  { session }: EndedScope,
  said: readonly Candidate[],
): Promise<Required<Pick<SummaryDraft, 'text' | 'sources'>> | null> {
  const authors = said.map(({ author }) => author);
  const nameOf = nameSpeakers(await loadMembers(reader, session, authors), authors);
  const extract = extractSummary(said.map(({ author, text }) => ({ speaker: nameOf(author), text })));
  if (extract === null) return null;
  const sources = extract.sources.flatMap((at) => said[at] ?? []);
  return { text: extract.text, sources: sources.map(({ id, version }) => ({ id, version })) };
}

const nameOfStart = (start: ScopeStart | undefined): { name?: string } =>
  start?.name === undefined ? {} : { name: start.name };

/** The summary of a scope by its own sentences; null where there is nothing to summarise. */
async function draftSummary(reader: WorkspaceReader, scope: EndedScope): Promise<SummaryDraft | null> {
  const { session, level, until, revision = 0, cause } = scope;
  const texts = await loadTexts(reader, scope);
  const extract = isSummarised(scope, texts) ? await extractFrom(reader, scope, texts.said) : null;
  if (extract === null) return null;
  return {
    session,
    scope: { level, ...nameOfStart(texts.start) },
    ...extract,
    method: 'extracted',
    from: texts.start?.position ?? 0,
    until,
    ...(revision > 0 ? { revision } : {}),
    ...(cause ? { cause } : {}),
  };
}

type SummaryCrumb = Crumb<typeof SessionSummary>;

/** Has somebody written it for everybody? One that only some may read replaces none: the others would have no summary. */
const isWrittenForAll = ({ audience, context: { method = 'written' } }: SummaryCrumb): boolean =>
  method === 'written' && audience === 'all';

/** Are both of a scope of the same level and name? */
export const isSameScope = (one: Pick<SummaryDraft, 'scope'>, other: Pick<SummaryDraft, 'scope'>): boolean =>
  one.scope !== undefined && one.scope.level === other.scope?.level && one.scope.name === other.scope.name;

async function anyErased(reader: WorkspaceReader, { sources = [] }: SummaryDraft): Promise<boolean> {
  const { crumbs } = await reader.read(sources.map(({ id }) => ({ id })));
  return crumbs.some((crumb) => crumb === null || 'erased' in crumb);
}

/**
 * Publishes a summary of a scope that has ended, unless somebody has written one. Where a source is erased in the meantime, the summary
 * is erased too and made again without it.
 */
export async function summariseScope(reader: WorkspaceReader, store: SummaryStore, scope: EndedScope): Promise<void> {
  const { revision = 0 } = scope;
  const draft = await draftSummary(reader, scope);
  if (draft === null) return;
  const { workspace } = reader;
  const known = await store.list(workspace, scope.session);
  if (known.some((one) => isWrittenForAll(one) && isSameScope(one.context, draft))) return;
  await store.publish(workspace, draft);
  if (revision >= MOST_REVISIONS || !(await anyErased(reader, draft))) return;
  await eraseSummaries(reader, store, { session: scope.session, isGone: ({ until }) => until === scope.until });
  await summariseScope(reader, store, { ...scope, revision: revision + 1 });
}

/** Summaries of a number of messages are made by the memory-keeper, which also replaces them. */
const isOfScope = ({ author }: SummaryCrumb): boolean => author.kind !== 'service' || author.id !== MEMORY_KEEPER;

/** Which summaries of a session are to be erased. */
interface Erasure {
  readonly session: string;
  readonly isGone: (summary: SummaryDraft) => boolean;
}

async function eraseSummaries(
  { workspace }: WorkspaceReader,
  store: SummaryStore,
  { session, isGone }: Erasure,
): Promise<SummaryDraft[]> {
  const known = (await store.list(workspace, session)).filter(isOfScope);
  const gone = known.filter(({ context }) => isGone(context));
  for (const { id, version } of gone) await store.erase(workspace, { id, version });
  return gone.map(({ context }) => context);
}

/** Erases the summaries that rest on a crumb that was erased; those made of sentences are made again without it. */
export async function forgetSource(
  reader: WorkspaceReader,
  store: SummaryStore,
  { session, id }: { readonly session: string; readonly id: string },
): Promise<void> {
  const isGone = ({ sources = [] }: SummaryDraft): boolean => sources.some((source) => source.id === id);
  for (const { scope, until, revision = 0 } of await eraseSummaries(reader, store, { session, isGone }))
    if (scope !== undefined && until !== undefined)
      await summariseScope(reader, store, { session, level: scope.level, until, revision: revision + 1 });
}

/** Erases the summaries made of sentences of a scope of which somebody has written another. */
export async function replaceExtracted(
  reader: WorkspaceReader,
  store: SummaryStore,
  written: SummaryCrumb,
): Promise<void> {
  if (!isWrittenForAll(written)) return;
  const { context } = written;
  const isGone = (summary: SummaryDraft): boolean => summary.method === 'extracted' && isSameScope(summary, context);
  await eraseSummaries(reader, store, { session: context.session, isGone });
}
