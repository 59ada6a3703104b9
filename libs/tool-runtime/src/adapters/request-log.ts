import type { WorkspaceStore } from '@crumbtrail/bus';
import {
  AgentDef,
  approvalDecisionId,
  CrumbError,
  isGranted,
  mayRead,
  PutFile,
  ReadFile,
  ReadPastScenarios,
  ReadSessionMessages,
  singletonId,
  toolPartId,
  toolResponseId,
  toolStartId,
  type AgentDefV1,
  type CommitReply,
  type Draft,
  type Envelope,
  type Fence,
  type PastScenario,
  type Ref,
  type ReplyOf,
  type SearchReply,
  type SearchRequest,
  type ToolRequestV1,
  type Write,
  type CommitResult,
  asPayload,
  SessionFile,
  ToolDef,
  ToolResponse,
} from '@crumbtrail/contracts';
import { MAX_READ_FOR_TURN, ReadForTurn } from '@crumbtrail/contracts/operations/past-sessions';
import { TransientError } from '@crumbtrail/platform';
import { isTurnRequest, type ReceivedToolRequest } from '../ports';
import { TOOL_RUNNER } from '../run/check-request';
import { ToolError } from '../tool';
import type {
  CallPermission,
  ChangePayload,
  KeptFiles,
  NamedDraft,
  PartResult,
  PartRequest,
  SessionMember,
  ToolLog,
} from '../tool-log';
import { existingCrumb, type CrumbLookup } from './existing-crumb';
import { putNamed } from './put-named';
import { listKept, toKeptFiles } from './kept-files';
import { readMembers } from './read-members';
import { requiredApproval, shortenedWait } from '../approval/required-approval';
import { toolPart } from './tool-part';
import { partTimes } from './part-times';

/** Crumbs of a service are searched page by page, newest first, up to this many pages. */
const PAGE = 500;
const MOST_PAGES = 20;
const LANE_RETRY_MS = 2_000;

const isGone = (found: CrumbLookup): boolean => found !== null && found !== undefined && 'erased' in found;
const GONE = { status: 'error', error: { code: 'erased', message: 'It has been erased.' } } as const;

/** An erased part counts as answered, because no response can follow. */
function partAt(name: string, [asked, begun, answered, decided]: readonly CrumbLookup[]): [string, PartResult][] {
  if (!asked) return [];
  if (isGone(asked) || isGone(answered)) return [[name, { response: GONE }]];
  const crumb = existingCrumb(answered);
  const response = asPayload(ToolResponse.name, crumb?.context);
  const given = crumb && response && { ...response, at: Date.parse(crumb.created_at) };
  const times = partTimes(existingCrumb(asked), existingCrumb(decided) ?? crumb);
  return [[name, { ...(begun && { started: true }), ...times, ...(given && { response: given }) }]];
}

/** What is read about a part: its request, its start, its response, and what a person decided about it. */
const refsOfPart = (workspace: string, id: string): Ref[] =>
  [id, toolStartId(workspace, id), toolResponseId(workspace, id), approvalDecisionId(workspace, id)].map((one) => ({
    id: one,
  })) as Ref[];

/** A turn that waits for its lane asks nobody; once it has ended, the next attempt is told so. */
function transientInLane(error: unknown): never {
  if (error instanceof CrumbError && error.code === 'turn_closed')
    throw new TransientError(error.message, { retryInMs: LANE_RETRY_MS, cause: error });
  throw error;
}

/** On whose behalf the log is accessed. */
interface ActingAs {
  readonly runner: string;
  /** The agent that the service acts for; absent when it acts for itself. */
  readonly viewer: string | undefined;
  readonly fence: Fence;
}

/**
 * The log with the rights of one request. Each commit has its own idempotency key within the request, so that a second
 * run repeats the first.
 */
export class RequestLog implements ToolLog {
  private commits = 0;

  constructor(
    private readonly store: WorkspaceStore,
    private readonly received: ReceivedToolRequest,
    private readonly acting: ActingAs,
  ) {}

  search(request: SearchRequest): Promise<SearchReply> {
    const { viewer } = this.acting;
    const { request: asked } = this.received;
    const turn = isTurnRequest(asked) ? { turn: asked.context.turn.id } : {};
    return this.store.search(viewer === undefined ? { ...request, ...turn } : { ...request, ...turn, viewer });
  }

  async read(ids: readonly string[]): Promise<readonly (Envelope | null)[]> {
    return (await this.store.request(ReadForTurn, { ...this.reader, ids: [...ids] })).crumbs;
  }

  async create(drafts: readonly Draft[]): Promise<CommitReply> {
    return this.commit(drafts.map((draft) => ({ op: 'create', draft: { ...draft, cause: this.cause } })));
  }

  async listOwn(schema: string): Promise<readonly Envelope[]> {
    const { agent } = this.asked;
    const mine: Envelope[] = [];
    for (let cursor: string | undefined, page = 0; page === 0 || (cursor && page < MOST_PAGES); page += 1) {
      const request = { schema, author: this.acting.runner, limit: PAGE, ...(cursor ? { cursor } : {}) };
      const { crumbs, next_cursor } = await this.store.list(request);
      mine.push(...crumbs.filter(({ context }) => context['agent'] === agent));
      cursor = next_cursor;
    }
    return mine;
  }

  async update({ id, version }: Ref, context: Record<string, unknown> | null): Promise<CommitResult> {
    const write: Write =
      context === null
        ? { op: 'erase', id, if_match: version }
        : { op: 'update', id, if_match: version, patch: { context } };
    const { results } = await this.commit([write]);
    return results[0] as CommitResult;
  }

  async put(draft: NamedDraft, change: ChangePayload): Promise<Ref> {
    const { workspace, request, traceparent } = this.received;
    const place = { ...draft, cause: this.cause };
    // Without an idempotency key: the version, or the id of the new crumb, lets each write happen once.
    const commit = (write: Write): Promise<CommitReply> =>
      this.store.commit({ writes: [write], fence: this.acting.fence, traceparent });
    return putNamed(place, change, { store: this.store, workspace, position: request.position, commit });
  }

  async agentDefinition(agent: string): Promise<AgentDefV1 | null> {
    const { workspace, request } = this.received;
    const { viewer } = this.acting;
    const id = singletonId(workspace, 'agent', agent);
    const { crumbs } = await this.store.read({ refs: [{ id }], min_position: request.position });
    const found = existingCrumb(crumbs[0]);
    const isReadable =
      viewer === undefined || (found && mayRead(found, { participant: { kind: 'agent', id: viewer } }));
    return found && isReadable ? asPayload(AgentDef.name, found.context) : null;
  }

  members(): Promise<readonly SessionMember[]> {
    const { workspace, request } = this.received;
    return readMembers(this.store, { workspace, session: request.session, agent: this.acting.viewer });
  }

  async sessionMessages(session: string, around?: string): Promise<ReplyOf<typeof ReadSessionMessages>> {
    const request = { ...this.reader, session, ...(around === undefined ? {} : { around }) };
    return this.store.request(ReadSessionMessages, request);
  }

  async pastScenarios(wish: Parameters<ToolLog['pastScenarios']>[0]): Promise<readonly PastScenario[]> {
    const { session } = this.received.request;
    const request = { ...this.reader, ...wish, ...(session === undefined ? {} : { session }) };
    return (await this.store.request(ReadPastScenarios, request)).scenarios;
  }

  async keptFiles(): Promise<KeptFiles> {
    const { request } = this.received;
    const crumbs = await listKept(this.store, { session: request.session, min_position: request.position });
    const shown = await this.readMany(crumbs.map(({ id }) => id));
    return toKeptFiles(crumbs, { agent: this.asked.agent, isShown: (at) => Boolean(shown[at]) });
  }

  async readFile({ id, hash }: Parameters<ToolLog['readFile']>[0]): Promise<string> {
    return (await this.store.request(ReadFile, { breadcrumb: id, hash })).data;
  }

  async keepFile({ name, type, data }: Parameters<ToolLog['keepFile']>[0]): Promise<Ref> {
    const { hash } = await this.store.request(PutFile, { name, data, ...(type !== undefined && { type }) });
    const { results } = await this.create([
      { schema_name: SessionFile.name, context: { name, files: [{ hash, name }] } },
    ]);
    return results[0] as Ref;
  }

  async request(parts: readonly PartRequest[]): Promise<void> {
    const { workspace, request, traceparent } = this.received;
    const tools = parts.map(({ tool }) => ({ id: singletonId(workspace, 'tool', tool) }));
    const refs = [this.asked.definition, ...tools];
    const { crumbs } = await this.store.read({ refs, min_position: request.position });
    const [agent, ...found] = crumbs.map(existingCrumb);
    const definition = asPayload(AgentDef.name, agent?.context);
    const writes = parts.map((part, at) => this.partOf(part, found[at] ?? null, definition));
    await this.store.commit({ writes, fence: this.acting.fence, traceparent }).catch(transientInLane);
  }

  async readParts(names: readonly string[]): Promise<ReadonlyMap<string, PartResult>> {
    const { workspace, request } = this.received;
    const ids = names.map((name) => toolPartId(workspace, request.id, name));
    const refs = ids.flatMap((id) => refsOfPart(workspace, id));
    const { crumbs } = await this.store.read({ refs, min_position: request.position });
    return new Map(names.flatMap((name, at) => partAt(name, crumbs.slice(4 * at, 4 * at + 4))));
  }

  async checkCallable(tools: readonly string[]): Promise<ReadonlyMap<string, CallPermission>> {
    const { workspace, request } = this.received;
    const refs = tools.map((tool) => ({ id: singletonId(workspace, 'tool', tool) }));
    const { crumbs } = await this.store.read({
      refs: [this.asked.definition, ...refs],
      min_position: request.position,
    });
    const [agent, ...found] = crumbs.map(existingCrumb);
    const definition = (agent?.context ?? {}) as Pick<AgentDefV1, 'tools'>;
    const answer = (tool: string, at: number): CallPermission => {
      if (!found[at]) return 'unknown_tool';
      return isGranted(definition, tool) ? 'callable' : 'not_granted';
    };
    return new Map(tools.map((tool, at) => [tool, answer(tool, at)]));
  }

  /** Like `read`, of any number. */
  private async readMany(ids: readonly string[]): Promise<readonly (Envelope | null)[]> {
    const found: (Envelope | null)[] = [];
    for (let at = 0; at < ids.length; at += MAX_READ_FOR_TURN)
      found.push(...(await this.read(ids.slice(at, at + MAX_READ_FOR_TURN))));
    return found;
  }

  /** The context of a turn's request; a trial has no turn. */
  private get asked(): ToolRequestV1 {
    const { request } = this.received;
    if (isTurnRequest(request)) return request.context;
    throw new ToolError(
      'needs_turn',
      `${request.context.tool} works only for the agent of a turn, and a trial run has no turn.`,
    );
  }

  /** The agent that reads, and the turn whose answer will tell what it reads. */
  private get reader(): { readonly viewer: string; readonly turn: string } {
    const { agent, turn } = this.asked;
    return { viewer: agent, turn: turn.id };
  }

  private get cause(): Ref {
    return { id: this.received.request.id, version: this.received.request.version };
  }

  private commit(writes: readonly Write[]): Promise<CommitReply> {
    const { request, traceparent } = this.received;
    this.commits += 1;
    const idempotency_key = `tool:${request.id}:${this.commits}`;
    return this.store.commit({ writes, idempotency_key, fence: this.acting.fence, traceparent });
  }

  private partOf(part: PartRequest, crumb: Envelope | null, agent: AgentDefV1 | undefined): Write {
    if (!crumb) throw new ToolError('unknown_tool', `There is no tool ${part.tool}.`);
    const { request } = this.received;
    const { wait_seconds, ...asked } = part;
    const runner = asPayload(ToolDef.name, crumb.context).runner ?? TOOL_RUNNER;
    const required = agent && requiredApproval(agent, { ...part, runner });
    const approval = required && shortenedWait(required, wait_seconds);
    const more = { request, asked: this.asked, crumb, by: this.acting.runner, approval };
    return { op: 'create', draft: toolPart({ ...asked, ...more }) };
  }
}
