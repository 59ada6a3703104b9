import {
  AgentResponse,
  type Audience,
  type Envelope,
  type Fence,
  type LlmHints,
  type Participant,
  type Patch,
  type Ref,
  type TurnRequest,
  type Blob,
} from '@crumbtrail/contracts';
import type { TickPlan } from '../schedule/plan-ticks';
import type { Caller } from '../identity/caller';
import type { DueKind } from '../ledger/stored-rows';

/** A draft that passed every check that needs no state. */
export interface PreparedCreate {
  readonly op: 'create';
  readonly id: string;
  readonly schema_name: string;
  /** The id is derived from the payload, so that the crumb may exist already; else it is fresh. */
  readonly has_derived_id: boolean;
  /** Set when the crumb belongs to a turn: its context, a step, a request, its response. */
  readonly turn_id: string | undefined;
  /** Set when the crumb belongs to a tool request: a part of it, its start, its response. */
  readonly request_id: string | undefined;
  readonly session: string | null;
  readonly title: string | null;
  readonly tags: readonly string[];
  readonly context: Record<string, unknown>;
  readonly llm_hints: LlmHints | null;
  readonly content_hash: string;
  /** Null: the agent of the turn. */
  readonly author: Participant | null;
  /** Null: by schema, or by turn. */
  readonly audience: Audience | null;
  readonly cause: { readonly id: string; readonly version?: number } | null;
  readonly expires_at: string | null;
  readonly occurred_at: string | null;
  readonly blob: Blob | null;
}

/** Is it the response that ends its turn? One that was imported belongs to no turn. */
export const closesTurn = ({ schema_name, turn_id }: PreparedCreate): boolean =>
  schema_name === AgentResponse.name && turn_id !== undefined;

export interface PreparedUpdate {
  readonly op: 'update';
  readonly id: string;
  readonly if_match: number;
  readonly patch: Patch;
  /** Of the patch's context; null where it leaves the payload alone. */
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
  readonly caller: Caller;
  readonly writes: readonly PreparedWrite[];
  readonly imported: boolean;
  readonly fence: Fence | null;
  readonly idempotency: { readonly key: string; readonly request_hash: string } | null;
  readonly traceparent: string | null;
}

export interface RequestTurnsCommand {
  readonly kind: 'request-turns';
  readonly workspace: string;
  readonly cause: Ref;
  readonly turns: readonly TurnRequest[];
  /** Of who decided so; absent: that of the cause. */
  readonly traceparent?: string;
}

/** A loop of somebody's own asks for a turn of its agent. */
export interface OpenTurnCommand {
  readonly kind: 'open-turn';
  readonly caller: Caller;
  readonly agent: string;
  readonly cause: Ref;
  /** Of the agent, as of the cause. */
  readonly definition: Ref;
}

/** Somebody stops a turn about a crumb that they may read. */
export interface StopTurnCommand {
  readonly kind: 'stop-turn';
  readonly caller: Caller;
  readonly turn: string;
  /** What the turn is about. */
  readonly cause: string;
  /** What the agent had said by then; null: nothing. */
  readonly content: string | null;
}

export interface ClaimCommand {
  readonly kind: 'claim';
  readonly workspace: string;
  readonly key: string;
  /** When it would end, counted from the database's clock. */
  readonly ttl_ms: number;
  readonly fence: number | null;
  readonly holder: string;
  /** Set where turns of this agent alone may be claimed, and nothing else; `*`: of any agent that runs in a loop of its own. */
  readonly turnsOfAgent?: string;
  /** Set beside `turnsOf` where tool requests that this agent's service is to run may be claimed too. */
  readonly runsToolsOf?: string;
}

/** What was seen of a timer or a schedule when its time had come, and what it comes to. */
export interface DuePlan extends Partial<TickPlan> {
  readonly version: number;
  readonly due_at: string;
  /** Of what it comes to; absent: that of the timer or the schedule. */
  readonly traceparent?: string;
}

/** Something whose time has come. */
export interface DueCommand {
  readonly kind: 'due';
  readonly what: DueKind;
  readonly workspace: string;
  readonly key: string;
  /** Of a timer or a schedule that is there. */
  readonly seen?: DuePlan;
}

/** Everything that changes the record goes through the writer as one of these. */
export type Command =
  CommitCommand | RequestTurnsCommand | OpenTurnCommand | StopTurnCommand | ClaimCommand | DueCommand;

/** What preparing a command takes from the world. */
export interface PrepareOptions {
  /** A fresh uuid v7. */
  newId(): string;
  /** Versions that the commit gives new hints to, as the caller may read them, by id: the hints are tried on them. */
  readonly currentVersions?: ReadonlyMap<string, Envelope>;
}
