import type {
  AgentDefV1,
  AgentContextV1,
  DeadLetterV1,
  Decision,
  Envelope,
  EventKind,
  Participant,
  Ref,
  ToolTriedV1,
  ToolTryV1,
  TrailNode,
  TurnView,
} from '@crumbtrail/contracts';

/** What an append answers. */
export interface Receipt extends Ref {
  readonly position: number;
}

/** Which crumbs of a list. */
export interface ListFilter {
  readonly schema?: string | undefined;
  readonly tag?: string | undefined;
  readonly session?: string | undefined;
  readonly author?: string | undefined;
  readonly since?: string | undefined;
  readonly as_of?: number | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** One page of a list. */
export interface Page {
  readonly breadcrumbs: readonly Envelope[];
  readonly next_cursor?: string;
  readonly position: number;
}

/** Which events of the log. */
export interface EventFilter {
  readonly schemas?: readonly string[] | undefined;
  readonly session?: string | undefined;
  readonly kinds?: readonly EventKind[] | undefined;
}

/** A message as it was kept; with `responses` when all turns that it woke are closed. */
export interface MessageReceipt {
  readonly message: Envelope;
  readonly trail_id: string;
  readonly responses?: readonly Envelope[];
}

/** The turns that a crumb woke; `decided`: there will be no more of them. */
export interface WokenTurns {
  readonly decided: boolean;
  readonly turns: readonly TurnView[];
}

/** A turn that was to be stopped, and how it ended. */
export interface StoppedTurn {
  readonly turn: TurnView;
  readonly response?: Envelope;
}

/** A crumb's place in its trail. */
export interface Branch {
  readonly id: string;
  readonly children: readonly Branch[];
}

/** A trail: its crumbs in the order of the log, and the tree of what led to what. */
export interface TrailTree {
  readonly trail_id: string;
  readonly nodes: readonly TrailNode[];
  readonly tree: readonly Branch[];
}

/** One candidate of a context. */
export interface ExplainedItem extends Ref {
  readonly decision: Decision;
  readonly why: string;
  readonly source?: string;
  readonly section?: string;
  readonly tokens?: number;
  readonly rank?: number;
  readonly score?: number;
  /** Each feature's share of the score, and `rank.<source>` for each source that found it. */
  readonly scores?: Readonly<Record<string, number>>;
  readonly schema_name?: string;
  readonly author?: Participant;
  readonly text?: string;
}

/** What an agent saw and why: all that its agent.context.v1 says, with the text and the account in words. */
export interface Explanation extends Ref {
  readonly agent: string;
  readonly session?: string;
  readonly trail_id: string;
  readonly created_at: string;
  /** Null when it was erased with a crumb that it quoted. */
  readonly formatted_context: string | null;
  /** What the model was given, for agents of the pool; null where its parts are not to be had. */
  readonly prompt: readonly { readonly role: string; readonly content: string }[] | null;
  /** What was counted before the model was asked, what the provider billed, and how far that is off, as a share; null until it is known. */
  readonly billed: { readonly counted: number; readonly billed: number; readonly drift: number } | null;
  readonly tokens: AgentContextV1['tokens'];
  readonly budget: AgentContextV1['budget'];
  readonly tokenizer: AgentContextV1['tokenizer'];
  readonly as_of: number;
  /** What the text index was complete through; below `as_of`, searching did not see all. */
  readonly index_position?: number | undefined;
  readonly now: string;
  readonly kept: number;
  readonly dropped: number;
  readonly beyond: number;
  readonly items: readonly ExplainedItem[];
  readonly [field: string]: unknown;
}

/** A crumb as an agent would read it. */
export interface RenderedView extends Ref {
  readonly schema_name: string;
  readonly text: string;
  readonly hint_error?: string;
}

/** An agent that is defined as data. */
export type Agent = AgentDefV1 & Ref & { readonly updated_at: string };

/** What /readyz says. */
export interface Readiness {
  readonly status: string;
  readonly checks: Readonly<Record<string, string>>;
}

/** What a service could not handle, and how it was replayed, if it was. */
export type DeadLetterView = Envelope<DeadLetterV1> & {
  readonly replayed?: {
    readonly id: string;
    readonly at: string;
    readonly by: Participant;
    readonly generation: number;
  };
};

/** A replay of a dead letter; `existed`: it was replayed before. */
export interface ReplayedLetter extends Receipt {
  readonly generation: number;
  readonly existed: boolean;
}

/** What a tool is tried with. */
export interface TryToolOptions {
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Needed for a tool that must not run twice: trying it does it. */
  readonly confirmed?: boolean;
  readonly wait_ms?: number;
}

/** A tool that was tried, and what came of it once it is there. */
export interface ToolTrial {
  readonly try: Envelope<ToolTryV1>;
  readonly trail_id: string;
  readonly result?: Envelope<ToolTriedV1>;
}
