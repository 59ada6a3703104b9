import type { Draft, Envelope, Participant, Ref, CrumbEvent, EventKind } from './record';
import type { LlmHints } from './contract';
import type { AgentContextV1, AgentDefV1, ContextConfigV1 } from './generated/types';

/** A request/reply contract: `name` is `<station>.<verb>`; the types live in the type only. */
export interface Ask<Request = unknown, Reply = unknown> {
  readonly name: string;
  readonly station: string;
  readonly verb: string;
  /** Writes of the log: retried by the caller only with the same idempotency key or derived ids. */
  readonly request?: Request;
  readonly reply?: Reply;
}

function ask<Request, Reply>(station: string, verb: string): Ask<Request, Reply> {
  return { name: `${station}.${verb}`, station, verb };
}

// ---------------------------------------------------------------- writing

/** Proof that its holder may still do one piece of paid work; every append of that work carries it. */
export interface Fence {
  readonly key: string;
  readonly fence: number;
}

/** Text kept beside a crumb, gone when any crumb that it quotes is erased. */
export interface Blob {
  readonly text: string;
  readonly quotes: readonly Ref[];
}

/** One change in a commit. Ids are derived by the store from the draft, or fresh. */
export type Write =
  | { readonly op: 'create'; readonly draft: Draft; readonly blob?: Blob }
  | { readonly op: 'update'; readonly id: string; readonly if_match: number; readonly patch: Patch }
  | { readonly op: 'erase'; readonly id: string; readonly if_match: number };

/** What PATCH may change; null clears. `context` is replaced whole. */
export interface Patch {
  readonly context?: Record<string, unknown>;
  readonly title?: string | null;
  readonly tags?: readonly string[];
  readonly llm_hints?: LlmHints | null;
  readonly expires_at?: string | null;
}

/** All of it or none of it, in one transaction. */
export interface CommitRequest {
  readonly writes: readonly Write[];
  readonly idempotency_key?: string;
  readonly imported?: boolean;
  readonly fence?: Fence;
  readonly traceparent?: string;
}

export interface Written extends Ref {
  readonly position: number;
  /** True when a derived id was there already: the stored crumb stands, nothing was written. */
  readonly existed: boolean;
  /** For an erase: crumbs that may still quote what is gone. */
  readonly derived?: readonly Ref[];
}

export interface CommitReply {
  readonly results: readonly Written[];
}

export const Commit = ask<CommitRequest, CommitReply>('store', 'commit');

// ---------------------------------------------------------------- reading

export interface ReadRequest {
  /** Up to 512; an item without a version is read at `as_of`, or at the head. */
  readonly refs: readonly { readonly id: string; readonly version?: number }[];
  readonly as_of?: number;
  /** The store answers from a state at or after this position. */
  readonly min_position?: number;
  readonly blobs?: boolean;
}

export interface ReadReply {
  /** In the order asked; null where there is none that the caller may see. */
  readonly crumbs: readonly (Envelope | Erased | null)[];
  /** By crumb id, for `blobs: true`; an erased blob is absent. */
  readonly blobs?: Readonly<Record<string, string>>;
}

/** A tombstone. */
export interface Erased {
  readonly id: string;
  readonly erased: true;
  readonly erased_at: string;
  readonly erased_by: Participant;
  readonly position: number;
}

export const Read = ask<ReadRequest, ReadReply>('store', 'read');

export const History = ask<{ readonly id: string }, { readonly versions: readonly Envelope[] }>('store', 'history');

export interface ListRequest {
  readonly schema?: string;
  readonly tag?: string;
  readonly session?: string;
  readonly author?: string;
  /** ISO time: occurred at or after it. */
  readonly since?: string;
  readonly limit?: number;
  readonly cursor?: string;
  readonly as_of?: number;
  readonly min_position?: number;
  /** Newest first unless `asc`, by occurred_at, then position. */
  readonly order?: 'asc' | 'desc';
  /** Answer `unchanged` when nothing of `schema` was written in (this position, as_of or head]. */
  readonly if_changed_since?: number;
}

export interface ListReply {
  readonly crumbs: readonly Envelope[];
  readonly next_cursor?: string;
  /** The position that the answer is complete through. */
  readonly position: number;
  readonly unchanged?: boolean;
}

export const List = ask<ListRequest, ListReply>('store', 'list');

export interface EventsRequest {
  /** Opaque; absent: from now on. `start`: from the beginning. */
  readonly cursor?: string;
  readonly limit?: number;
  readonly schemas?: readonly string[];
  readonly session?: string;
  readonly kinds?: readonly EventKind[];
}

export interface EventsReply {
  readonly events: readonly (CrumbEvent & { readonly cursor: string; readonly crumb?: Envelope })[];
  /** Everything that matches up to here has been given. */
  readonly complete_through: string;
}

export const Events = ask<EventsRequest, EventsReply>('store', 'events');

// ---------------------------------------------------------------- retrieval

/** One source of a plan, all defaults filled in. */
export interface SourcePlan {
  readonly name: string;
  readonly type: 'recent' | 'latest' | 'text' | 'vector' | 'hybrid' | 'catalog';
  readonly section: 'tools' | 'knowledge' | 'relevant' | 'recent';
  readonly schemas: readonly string[];
  readonly tags: readonly string[];
  readonly scope: 'session' | 'agent' | 'workspace';
  readonly limit: number;
  readonly floor: number;
  readonly weight: number;
}

export interface RetrieveRequest {
  /** The agent whose eyes these are. With a key in the request's header, the key's participant must be allowed too. */
  readonly viewer: string;
  readonly session?: string;
  readonly as_of: number;
  readonly now: string;
  readonly query: string;
  readonly exclude: readonly Ref[];
  readonly sources: readonly SourcePlan[];
  readonly tokenizer: 'o200k_base' | 'cl100k_base';
}

/** One piece of indexed text that may enter a context. `rank` counts from 1 within its source. */
export interface Candidate extends Ref {
  readonly workspace: string;
  readonly chunk: number;
  readonly chunks: number;
  readonly position: number;
  readonly schema_name: string;
  readonly session?: string;
  readonly author: Participant;
  readonly audience: Envelope['audience'];
  readonly imported: boolean;
  readonly occurred_at: string;
  readonly expires_at?: string;
  /** Rendered through its llm_hints; empty when `hint_error` says why it could not be. */
  readonly text: string;
  readonly hint_error?: string;
  readonly text_hash: string;
  readonly tokens: number;
  /** 64 bits, 16 hex digits. */
  readonly simhash: string;
  readonly rank: number;
  readonly score: number;
  readonly scores: Readonly<Record<string, number>>;
}

export interface RetrieveReply {
  readonly sources: readonly { readonly name: string; readonly candidates: readonly Candidate[] }[];
  readonly index_position: number;
  readonly embedder: string | null;
  /** SQL statements that this request ran. */
  readonly queries: number;
}

export const Retrieve = ask<RetrieveRequest, RetrieveReply>('store', 'retrieve');

export interface SearchRequest {
  readonly query: string;
  readonly mode: 'text' | 'vector' | 'hybrid';
  readonly filter?: {
    readonly session?: string;
    readonly schemas?: readonly string[];
    readonly tags?: readonly string[];
    readonly author?: string;
    readonly since?: string;
  };
  readonly limit?: number;
}

export interface SearchReply {
  readonly results: readonly {
    readonly breadcrumb: Envelope;
    readonly score: number;
    readonly scores: Readonly<Record<string, number>>;
  }[];
}

export const Search = ask<SearchRequest, SearchReply>('store', 'search');

// ---------------------------------------------------------------- turns and claims

export interface TurnRequest {
  readonly agent: string;
  readonly definition: Ref;
  readonly generation: number;
  /** A loop guard fired: the turn is opened and closed at once with this error, visible to everybody. */
  readonly refused?: { readonly code: 'hop_limit'; readonly message: string };
}

/** The conductor's whole decision about one version of one crumb; an empty one is a decision too. */
export interface RequestTurns {
  readonly cause: Ref;
  readonly turns: readonly TurnRequest[];
}

export type TurnState = 'queued' | 'open' | 'closed';

export interface TurnView {
  readonly id: string;
  readonly agent: string;
  readonly state: TurnState;
  readonly cause: Ref;
  readonly response_id?: string;
}

export const RequestTurnsAsk = ask<RequestTurns, { readonly turns: readonly TurnView[] }>('store', 'request-turns');

/** What became of a crumb: has the conductor decided on it, and how do the turns it woke stand? */
export const Turns = ask<
  { readonly cause: string },
  { readonly decided: boolean; readonly turns: readonly TurnView[] }
>('store', 'turns');

export interface ClaimRequest {
  readonly key: string;
  readonly ttl_ms: number;
  /** Given: renew this one. */
  readonly fence?: number;
}

export type ClaimReply =
  | { readonly granted: true; readonly fence: number; readonly until: string }
  | { readonly granted: false; readonly retry_in_ms: number };

export const Claim = ask<ClaimRequest, ClaimReply>('store', 'claim');

// ---------------------------------------------------------------- trails

export interface TrailNode {
  readonly id: string;
  readonly version: number;
  readonly schema_name: string;
  readonly author: Participant;
  readonly cause?: Ref;
  readonly hop: number;
  readonly position: number;
  readonly created_at: string;
  /** Milliseconds since the trail's root. */
  readonly at_ms: number;
  /** Turns: from opening to closing. Contexts: the build. Responses: the model's latency. */
  readonly duration_ms?: number;
  /** Contexts: tokens of the formatted text. Responses: as billed, else as counted. */
  readonly tokens?: number;
  readonly title?: string;
  /** One line of what it says, hints applied, at most 120 characters. */
  readonly summary?: string;
  readonly erased?: boolean;
}

export const Trail = ask<{ readonly id: string }, { readonly trail_id: string; readonly nodes: readonly TrailNode[] }>(
  'store',
  'trail',
);

// ---------------------------------------------------------------- keys, workspaces, state

export type Role = 'reader' | 'writer' | 'operator';

/** Who a key speaks for. */
export interface Identity {
  readonly workspace: string;
  readonly participant: Participant;
  readonly role: Role;
  readonly key_id: string;
}

export const WhoAmI = ask<Record<string, never>, Identity>('store', 'who-am-i');

export interface KeyView {
  readonly id: string;
  readonly participant: Participant;
  readonly role: Role;
  readonly created_at: string;
  readonly expires_at?: string;
  readonly revoked_at?: string;
}

export const CreateKey = ask<
  { readonly participant: Participant; readonly role: Role; readonly expires_at?: string },
  KeyView & { readonly secret: string }
>('store', 'create-key');
export const ListKeys = ask<Record<string, never>, { readonly keys: readonly KeyView[] }>('store', 'list-keys');
export const RevokeKey = ask<{ readonly id: string }, KeyView>('store', 'revoke-key');

/** Only operators of the workspace `default`. The answer holds the new workspace's first operator key, shown once. */
export const CreateWorkspace = ask<{ readonly name: string }, { readonly name: string; readonly secret: string }>(
  'store',
  'create-workspace',
);
export const ListWorkspaces = ask<
  Record<string, never>,
  { readonly workspaces: readonly { readonly name: string; readonly created_at: string }[] }
>('store', 'list-workspaces');

/** A station's wish for its durable consumer; the store makes it, at the right place of the stream. */
export interface SubscribeRequest {
  readonly durable: string;
  /** NATS subject filter, as libs/bus makes it. */
  readonly filter: string;
  /** For a durable never seen before: at the log's beginning or at its head. */
  readonly start: 'first' | 'head';
  readonly ack_wait_ms: number;
}

export const Subscribe = ask<SubscribeRequest, { readonly stream: string; readonly epoch: number }>(
  'store',
  'subscribe',
);

export interface StatusReply {
  readonly log_id: string;
  readonly epoch: number;
  readonly head: number;
  readonly relayed: number;
  readonly indexed: number;
  readonly embedded: number;
  readonly database: 'pglite' | 'postgres';
  readonly embedder: string;
  readonly oldest_unrelayed_ms: number;
  readonly durables: readonly {
    readonly name: string;
    readonly floor: number;
    readonly waiting: number;
    readonly pending: number;
  }[];
}

export const Status = ask<Record<string, never>, StatusReply>('store', 'status');

// ---------------------------------------------------------------- the context-builder's own

export interface PreviewRequest {
  readonly agent: string;
  readonly session?: string;
  readonly content?: string;
  readonly trigger_id?: string;
  readonly budget?: { readonly max_tokens: number };
  readonly config?: Omit<ContextConfigV1, 'consumer'>;
  readonly as_of?: number;
}

export interface AccountItem extends Ref {
  readonly chunk?: number;
  readonly source: string;
  readonly section: string;
  readonly decision: Decision;
  readonly reason?: string;
  readonly tokens: number;
  readonly rank: number;
  readonly score: number;
  readonly scores: Readonly<Record<string, number>>;
}

/** What became of a candidate. */
export type Decision =
  | 'kept'
  | 'duplicate_of'
  | 'low_information'
  | 'over_budget'
  | 'below_floor'
  | 'expired'
  | 'superseded'
  | 'hint_failed';

export interface PreviewReply {
  readonly formatted_context: string;
  readonly tokens: AgentContextV1['tokens'];
  readonly budget: AgentContextV1['budget'];
  readonly tokenizer: string;
  readonly position: number;
  readonly config_hash: string;
  readonly items: readonly AccountItem[];
  readonly beyond: number;
}

export const Preview = ask<PreviewRequest, PreviewReply>('context-builder', 'preview');

/** An agent's definition as its consumers see it. */
export type Definition = AgentDefV1;
