import {
  AgentTrigger,
  turnClaimKey,
  toolClaimKey,
  parseTurnClaimKey,
  parseToolClaimKey,
  contextId,
  responseId,
  Session,
  singletonId,
  turnId,
  type Ref,
  type ToolRequestV1,
  type TurnRequest,
  asPayload,
  ToolRequest,
  UserMessage,
} from '@crumbtrail/contracts';
import { changesArguments } from './approved-arguments';
import { failedTurnEvent, turnIdOfCrumb } from './dead-letters';
import { CRUMB_DUES, crumbsOfDue } from './due-crumbs';
import { bareIdKey, bareIdsOf, type BareId } from './resolve-audience';
import {
  movesLane,
  type ClaimCommand,
  type CommitCommand,
  type DueCommand,
  type Command,
  type OpenTurnCommand,
  type PreparedCreate,
  type RequestTurnsCommand,
  type StopTurnCommand,
} from '../commands/commands';
import type { AuthenticatedCaller } from '../identity/caller';
import { isUuid } from '../database/uuid';
import { keyOf, versionKey, type CrumbRecord, type DueRecord, type VersionRecord } from '../ledger/stored-rows';
import { schemaDefinitionId, isPublishedSchema } from '../schemas/definition-id';
import type { InWorkspace } from '../ledger/in-workspace';
import { isTrusted } from '../sessions/session-rights';
import { parseRoundKey } from '../turns/session-rounds';

/** The rows that a group of commands must see to be decided. Keyed, so that what several commands need is read once. */
export class ReadSet {
  readonly crumbs = new Map<string, InWorkspace>();
  /** Crumbs whose current content is needed. */
  readonly contents = new Map<string, InWorkspace>();
  readonly versions = new Map<string, InWorkspace & { readonly version: number }>();
  readonly turns = new Map<string, InWorkspace>();
  /** Crumbs whose turns are needed. */
  readonly causes = new Map<string, InWorkspace>();
  /** Crumbs that are to be erased. */
  readonly erasures = new Map<string, InWorkspace>();
  readonly claims = new Map<string, InWorkspace>();
  /** Timers and schedules that may have to fire. */
  readonly dues = new Map<string, Pick<DueRecord, 'kind' | 'workspace' | 'key'>>();
  /** Tool requests, whose turns are needed. */
  readonly requests = new Map<string, InWorkspace>();
  /** Tool requests that a person approves with other arguments: the definitions of their tools are needed. */
  readonly changedRequests: InWorkspace[] = [];
  readonly replies = new Map<string, { readonly workspace: string; readonly caller: string; readonly key: string }>();
  readonly decisions = new Map<string, InWorkspace & { readonly version: number }>();
  /** Turns and contexts that a service failed to handle. */
  readonly failedTurnEvents = new Map<string, InWorkspace>();
  /** Sessions in which somebody writes, by the key of their `session.v1`, which may restrict who does. */
  readonly sessions = new Map<string, { readonly workspace: string; readonly session: string }>();
  private readonly heardIn = new Map<string, InWorkspace>();
  /** Sessions whose `session.v1` is created. */
  readonly createdSessions: { readonly workspace: string; readonly session: string }[] = [];
  /** Bare ids in audiences, whose kinds are needed. */
  readonly bareIds = new Map<string, BareId>();
  /** Agents that may take a turn on a crumb. */
  readonly speakers: { readonly workspace: string; readonly agent: string; readonly cause: string }[] = [];

  /** Causes of triggers that name no session of their own. */
  private readonly triggerCauses: InWorkspace[] = [];
  /** Lanes whose next turn may open. */
  readonly lanes: { readonly workspace: string; readonly lane: string }[] = [];
  /** Crumbs that a conductor has decided about, or whose rounds go on: the turns of their session are needed. */
  readonly decided: InWorkspace[] = [];

  /** True if a turn may begin or end, so that rate limits and undecided messages are needed. */
  opensTurns = false;

  constructor(commands: readonly Command[]) {
    for (const command of commands) this.add(command);
  }

  private add(command: Command): void {
    if (command.kind === 'commit') this.addCommit(command);
    else if (command.kind === 'request-turns') this.addDecision(command);
    else if (command.kind === 'open-turn') this.addOpenTurn(command);
    else if (command.kind === 'stop-turn') this.addStopTurn(command);
    else if (command.kind === 'claim') this.addClaim(command);
    else this.addDue(command);
  }

  private addCommit({ caller, writes, fence, idempotency }: CommitCommand): void {
    const { workspace } = caller;
    for (const write of writes) {
      if (write.op === 'create') this.addCreate(caller, write);
      else this.put(this.crumbs, workspace, write.id);
      if (write.op === 'update') this.put(this.contents, workspace, write.id);
      if (write.op === 'erase') this.addErasure(workspace, write.id);
    }
    if (fence) this.addFence(workspace, fence.key);
    if (idempotency === null) return;
    const who = `${caller.participant.kind}:${caller.participant.id}`;
    this.replies.set(`${workspace}/${who}/${idempotency.key}`, { workspace, caller: who, key: idempotency.key });
  }

  private addErasure(workspace: string, id: string): void {
    this.put(this.erasures, workspace, id);
    this.put(this.causes, workspace, id);
    // It may be a tool request that waits for a person.
    this.addRequest(workspace, id);
    this.opensTurns = true;
  }

  private addFence(workspace: string, key: string): void {
    this.put(this.claims, workspace, key);
    const request = parseToolClaimKey(key);
    if (request !== null && isUuid(request)) this.addRequest(workspace, request);
  }

  private addRequestOf(workspace: string, write: PreparedCreate, id: string): void {
    this.addFence(workspace, toolClaimKey(id));
    if (changesArguments(write)) this.changedRequests.push({ workspace, id });
  }

  /** A tool request, with its payload. */
  private addRequest(workspace: string, id: string): void {
    this.put(this.requests, workspace, id);
    this.put(this.crumbs, workspace, id);
    this.versions.set(`${keyOf(workspace, id)}@1`, { workspace, id, version: 1 });
  }

  private addTurnsOfRequests(versions: ReadonlyMap<string, VersionRecord>): void {
    for (const { workspace, id } of this.requests.values()) {
      const asked: Partial<ToolRequestV1> | undefined = asPayload(
        ToolRequest.name,
        versions.get(versionKey(workspace, id, 1))?.context,
      );
      if (asked?.turn) this.put(this.turns, workspace, asked.turn.id);
    }
  }

  private addCreate(caller: AuthenticatedCaller, write: PreparedCreate): void {
    this.addDraft(caller.workspace, write);
    this.addSession(caller, write);
    if (write.schema_name === AgentTrigger.name) this.addTrigger(caller.workspace, write);
    const failed = failedTurnEvent(write, caller);
    if (failed === null) return;
    this.put(this.failedTurnEvents, caller.workspace, failed.id);
    this.put(this.crumbs, caller.workspace, failed.id);
    this.put(this.crumbs, caller.workspace, contextId(caller.workspace, failed.id));
    this.versions.set(versionKey(caller.workspace, failed.id, 1), { workspace: caller.workspace, ...failed });
    this.opensTurns = true;
  }

  /** Adds the turns of tool requests, and those that services failed to handle, which are known only once their crumbs are read. */
  addTurnsKnownFrom(crumbs: ReadonlyMap<string, CrumbRecord>, versions: ReadonlyMap<string, VersionRecord>): void {
    this.addTurnsOfRequests(versions);
    for (const [key, { workspace, id }] of this.failedTurnEvents) {
      const crumb = crumbs.get(key);
      const turn = crumb && turnIdOfCrumb(crumb, versions.get(versionKey(workspace, id, 1)));
      if (turn) this.put(this.turns, workspace, turn);
    }
  }

  private addDraft(workspace: string, write: PreparedCreate): void {
    if (write.has_derived_id) this.put(this.crumbs, workspace, write.id);
    if (write.cause) this.put(this.crumbs, workspace, write.cause.id);
    if (!isPublishedSchema(write.schema_name)) this.addDefinition(workspace, write.schema_name);
    for (const { id } of write.blob?.quotes ?? []) this.put(this.crumbs, workspace, id);
    if (write.request_id !== undefined) this.addRequestOf(workspace, write, write.request_id);
    if (write.turn_id !== undefined) this.addTurn(workspace, write.turn_id);
    this.addBareIds(workspace, write);
    this.opensTurns ||= movesLane(write);
  }

  private addSession(caller: AuthenticatedCaller, { schema_name, session }: PreparedCreate): void {
    if (session === null) return;
    const { workspace } = caller;
    if (schema_name === Session.name) this.createdSessions.push({ workspace, session });
    if (isTrusted(caller)) return;
    const id = singletonId(workspace, 'session', session);
    this.put(this.crumbs, workspace, id);
    this.sessions.set(keyOf(workspace, id), { workspace, session });
    if (schema_name === UserMessage.name) this.put(this.heardIn, workspace, id);
  }

  /** The agent that a trigger names. Its session may be known only from a tool request, once that is read. */
  private addTrigger(workspace: string, { context, session, cause }: PreparedCreate): void {
    const { agent } = asPayload(AgentTrigger.name, context);
    this.put(this.crumbs, workspace, singletonId(workspace, 'agent', agent));
    if (session !== null) this.addSessionContent(workspace, session);
    else if (cause !== null) this.triggerCauses.push({ workspace, id: cause.id });
  }

  private addSessionContent(workspace: string, session: string): void {
    const id = singletonId(workspace, 'session', session);
    this.put(this.crumbs, workspace, id);
    this.put(this.contents, workspace, id);
  }

  private addBareIds(workspace: string, { audience, session }: PreparedCreate): void {
    for (const id of bareIdsOf(audience)) {
      const of = { workspace, session, id };
      this.bareIds.set(bareIdKey(of), of);
    }
  }

  private addTurn(workspace: string, id: string): void {
    this.put(this.turns, workspace, id);
    this.put(this.claims, workspace, turnClaimKey(id));
    this.put(this.crumbs, workspace, contextId(workspace, id));
    // A guard crumb comes with an answer.
    this.put(this.crumbs, workspace, responseId(workspace, id));
  }

  /**
   * Adds and returns what is known only once the crumbs are read: the schema definitions of those that are to change, and the sessions of
   * tool requests that trigger an agent.
   */
  contentsKnownFrom(crumbs: ReadonlyMap<string, CrumbRecord>): InWorkspace[] {
    for (const [key, one] of this.heardIn) if (crumbs.has(key)) this.contents.set(key, one);
    const before = this.contents.size;
    for (const { workspace, id } of this.triggerCauses) {
      const session = crumbs.get(keyOf(workspace, id))?.session ?? null;
      if (session !== null) this.addSessionContent(workspace, session);
    }
    for (const key of [...this.contents.keys()]) {
      const crumb = crumbs.get(key);
      if (crumb && !isPublishedSchema(crumb.schema_name)) this.addDefinition(crumb.workspace, crumb.schema_name);
    }
    return [...this.contents.values()].slice(before);
  }

  private addDefinition(workspace: string, schemaName: string): void {
    const id = schemaDefinitionId(workspace, schemaName);
    this.put(this.crumbs, workspace, id);
    this.put(this.contents, workspace, id);
  }

  private addDecision({ workspace, cause, turns }: RequestTurnsCommand): void {
    const about = { workspace, id: cause.id, version: cause.version };
    this.decisions.set(`${keyOf(workspace, cause.id)}@${cause.version}`, about);
    this.decided.push({ workspace, id: cause.id });
    this.addTurns(workspace, cause, turns);
  }

  private addOpenTurn({ caller: { workspace }, agent, cause, definition }: OpenTurnCommand): void {
    this.addTurns(workspace, cause, [{ agent, definition, generation: 0 }]);
  }

  private addStopTurn({ caller: { workspace }, turn, cause }: StopTurnCommand): void {
    this.opensTurns = true;
    this.put(this.crumbs, workspace, cause);
    this.addTurn(workspace, turn);
  }

  private addTurns(workspace: string, cause: Ref, turns: readonly TurnRequest[]): void {
    this.opensTurns = true;
    this.put(this.crumbs, workspace, cause.id);
    this.versions.set(`${keyOf(workspace, cause.id)}@${cause.version}`, { workspace, ...cause });
    for (const { agent, definition, generation } of turns) {
      this.put(this.crumbs, workspace, definition.id);
      this.versions.set(`${keyOf(workspace, definition.id)}@${definition.version}`, { workspace, ...definition });
      this.put(this.turns, workspace, turnId(workspace, { agent, trigger: cause, generation }));
      this.speakers.push({ workspace, agent, cause: cause.id });
    }
  }

  private addClaim({ workspace, key }: ClaimCommand): void {
    this.put(this.claims, workspace, key);
    const turn = parseTurnClaimKey(key);
    if (turn !== null) this.put(this.turns, workspace, turn);
    const request = parseToolClaimKey(key);
    if (request !== null && isUuid(request)) this.addRequest(workspace, request);
  }

  private addDue(command: DueCommand): void {
    const { what, workspace, key } = command;
    for (const id of crumbsOfDue(command)) this.put(this.crumbs, workspace, id);
    if (what === 'timer' || what === 'schedule') {
      this.dues.set(`${what}/${workspace}/${key}`, { kind: what, workspace, key });
      this.put(this.contents, workspace, key);
    }
    if (what === 'round') this.decided.push({ workspace, id: parseRoundKey(key).since });
    if (CRUMB_DUES.has(what)) return;
    this.opensTurns = true;
    if (what === 'lane') this.lanes.push({ workspace, lane: key });
    else if (what === 'approval' || what === 'request') this.addRequest(workspace, key);
    else this.put(this.turns, workspace, key);
  }

  private put(into: Map<string, InWorkspace>, workspace: string, id: string): void {
    into.set(keyOf(workspace, id), { workspace, id });
  }
}
