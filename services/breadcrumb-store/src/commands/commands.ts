import {
  AgentResponse,
  ApprovalDecision,
  type Audience,
  type Envelope,
  type Fence,
  type Issue,
  type LlmHints,
  type CrumbAuthor,
  type Patch,
  type Ref,
  type RequestTurnsRequest,
  type Blob,
} from '@crumbtrail/contracts';
import type { PendingTrial } from '../hint-trials/hint-trial';
import type { TickPlan } from '../schedule/plan-ticks';
import type { AuthenticatedCaller } from '../identity/caller';
import type { DueKind } from '../ledger/stored-rows';

/** A draft that has passed every check that needs no state. */
export interface PreparedCreate {
  readonly op: 'create';
  readonly id: string;
  readonly schema_name: string;
  /** The id is derived from the payload, so that the crumb may exist already; else it is fresh. */
  readonly has_derived_id: boolean;
  /** Set when the crumb belongs to a turn: its context, a step, a tool request, or its response. */
  readonly turn_id: string | undefined;
  /** Set when the crumb belongs to a tool request: a part of it, its start, or its response. */
  readonly request_id: string | undefined;
  readonly session: string | null;
  readonly title: string | null;
  readonly tags: readonly string[];
  readonly context: Record<string, unknown>;
  readonly llm_hints: LlmHints | null;
  readonly content_hash: string;
  /** Null: the agent of the turn. */
  readonly author: CrumbAuthor | null;
  /** Null: decided by the schema or the turn. */
  readonly audience: Audience | null;
  /** True: every answer may tell it, also to readers outside its audience. */
  readonly informs: boolean;
  readonly cause: { readonly id: string; readonly version?: number } | null;
  readonly expires_at: string | null;
  readonly occurred_at: string | null;
  readonly blob: Blob | null;
}

/** Is it the response that ends its turn? One that was imported belongs to no turn. */
export const closesTurn = ({ schema_name, turn_id }: PreparedCreate): boolean =>
  schema_name === AgentResponse.name && turn_id !== undefined;

/** Whether the command may free a lane, or put a turn back into one. */
export const movesLane = (write: PreparedCreate): boolean =>
  closesTurn(write) || write.schema_name === ApprovalDecision.name;

export interface PreparedUpdate {
  readonly op: 'update';
  readonly id: string;
  readonly if_match: number;
  readonly patch: Patch;
  /** Of the patch's context; null where the payload does not change. */
  readonly content_hash: string | null;
}

export interface PreparedErase {
  readonly op: 'erase';
  readonly id: string;
  readonly if_match: number;
}

export type PreparedWrite = PreparedCreate | PreparedUpdate | PreparedErase;

export interface CommitCommand {
  readonly kind: 'commit';
  readonly caller: AuthenticatedCaller;
  readonly writes: readonly PreparedWrite[];
  readonly imported: boolean;
  readonly fence: Fence | null;
  readonly idempotency: { readonly key: string; readonly request_hash: string } | null;
  readonly traceparent: string | null;
}

export interface RequestTurnsCommand extends RequestTurnsRequest {
  readonly kind: 'request-turns';
  readonly workspace: string;
  /** Of the decision; absent: that of the cause. */
  readonly traceparent?: string;
}

/** A client that runs an agent itself requests a turn of it. */
export interface OpenTurnCommand {
  readonly kind: 'open-turn';
  readonly caller: AuthenticatedCaller;
  readonly agent: string;
  readonly cause: Ref;
  /** Of the agent, as of the cause. */
  readonly definition: Ref;
}

/** Stops a turn for a caller who may read its trigger. */
export interface StopTurnCommand {
  readonly kind: 'stop-turn';
  readonly caller: AuthenticatedCaller;
  readonly turn: string;
  /** Id of the turn's trigger. */
  readonly cause: string;
  /** The agent's text so far; null if there is none. */
  readonly content: string | null;
}

export interface ClaimCommand {
  readonly kind: 'claim';
  readonly workspace: string;
  readonly key: string;
  /** How long the claim lasts, by the database's clock. */
  readonly ttl_ms: number;
  /** Of the claim to renew; null for a new claim. */
  readonly fence: number | null;
  /** By how much the fence of a new claim exceeds that of the claim before it. */
  readonly fence_step: number;
  readonly holder: string;
  /** Restricts the caller to turns of this agent; `*`: of any agent that runs its own loop. Absent: no restriction. */
  readonly turnsOfAgent?: string;
  /** The caller may also claim tool requests that name this agent's service as their runner. */
  readonly runsToolsOf?: string;
}

/** The timer or schedule that is due, as read, and the crumbs that firing it creates. */
export interface DuePlan extends Partial<TickPlan> {
  readonly version: number;
  readonly due_at: string;
  /** Of the fired crumbs; absent: that of the timer or schedule. */
  readonly traceparent?: string;
}

/** Settles an entry that is due. */
export interface DueCommand {
  readonly kind: 'due';
  readonly what: DueKind;
  readonly workspace: string;
  readonly key: string;
  /** Of a timer or schedule that exists. */
  readonly seen?: DuePlan;
}

/** Every change to the log goes through the writer as one of these. */
export type Command =
  CommitCommand | RequestTurnsCommand | OpenTurnCommand | StopTurnCommand | ClaimCommand | DueCommand;

const workspaceOf = (command: Command): string => ('caller' in command ? command.caller.workspace : command.workspace);

/** The workspaces that commands read and change. */
export const listWorkspaces = (commands: readonly Command[]): string[] =>
  [...new Set(commands.map(workspaceOf))].sort();

/** What preparing a commit depends on. */
export interface PrepareOptions {
  /** Returns a new UUID v7. */
  newId(): string;
  /** Current versions, by id, of the crumbs that the commit gives new hints, or a new definition of a schema. Default: none. */
  readonly currentVersions?: ReadonlyMap<string, Envelope>;
  /** Receives warnings about a write, by its place in the commit. Default: they are dropped. */
  readonly warn?: (at: number, warnings: readonly Issue[]) => void;
  /** Receives the trials that the commit must pass before it is submitted. Default: they are run at once, in this thread. */
  readonly deferTrial?: (pending: PendingTrial) => void;
}
