import type {
  AgentContext,
  AgentContextV1,
  AgentDef,
  AgentDefV1,
  AgentStepV1,
  AgentTurnV1,
  Crumb,
  CrumbError,
  Envelope,
  ModelConnectionV1,
  ModelPricesV1,
  Ref,
  SessionV1,
  SubqueryRequest,
  SubqueryTemplate,
  ToolRequestV1,
} from '@crumbtrail/contracts';
import type { ActiveClaim } from '@crumbtrail/tool-runtime';
import type {
  AnsweringCrumbs,
  PlacedPicture,
  PromptPicture,
  ModelRequest,
  Capabilities,
  Turn,
} from '@crumbtrail/prompting';
import type { TurnEnd } from '../turn/endings';
import type { MeasuredReply } from '../turn/take-reply';

/** A reason to continue a turn: its context or a tool response has arrived. Everything else is read from the log. */
export interface TurnWakeUp {
  readonly workspace: string;
  readonly turn: string;
  /** Position of the event; the log is read at or after it. */
  readonly position: number;
  /** The context, when it is the event. */
  readonly context?: Crumb<typeof AgentContext>;
  readonly traceparent?: string;
}

/** A turn as read from the log. */
export interface LoadedTurn {
  readonly turn: Turn;
  readonly record: Envelope<AgentTurnV1>;
  readonly context: AgentContextV1;
  /** The members of the session, if it lists any. */
  readonly members: SessionV1['members'];
  /** What the macros of definitions are expanded with. */
  readonly answering: AnsweringCrumbs;
  /** The cause of the turn's next crumb: the context, the last result, or the last step. */
  readonly cause: Ref;
  /** The workspace's prices of models, if it has any. */
  readonly prices?: ModelPricesV1['models'];
  /** The model that an operator has connected in the workspace, if any. */
  readonly connection?: ModelConnectionV1;
}

/** The fields of a turn that its end needs. */
export type TurnAddress = Pick<Turn, 'turn_id' | 'context_id' | 'agent' | 'session' | 'audience'>;

/** A turn that cannot continue because something it needs was erased. */
export interface ErasedTurn {
  readonly gone: string;
  readonly of: TurnAddress;
}

/** Grants the right to continue a turn to one process at a time. */
export abstract class TurnClaims {
  /** Null when the turn is closed; rejects with a TransientError when another process holds it. */
  abstract take(wakeUp: TurnWakeUp): Promise<ActiveClaim | null>;
}

/** Reads turns. */
export abstract class TurnReader {
  abstract read(wakeUp: TurnWakeUp): Promise<LoadedTurn | ErasedTurn>;
  /** The bytes of those of these pictures of a message that a model gets. */
  abstract readPictures(
    wakeUp: Pick<TurnWakeUp, 'workspace' | 'traceparent'>,
    message: string,
    pictures: readonly PlacedPicture[],
  ): Promise<PromptPicture[]>;
  /** Adds the messages that have arrived since, if the turn's mode shows them. */
  abstract withLate(wakeUp: TurnWakeUp, open: LoadedTurn): Promise<LoadedTurn>;
}

/**
 * The outcome of a commit. `closed`: another process has ended the turn or holds it now; a CrumbError: the store
 * refused it.
 */
export type CommitOutcome = 'committed' | 'closed' | CrumbError;

/** Commits the results of a turn under its claim. Retries while the store is away. */
export abstract class TurnLog {
  /** Commits a step and its tool requests together, or neither. */
  abstract step(
    wakeUp: TurnWakeUp,
    open: LoadedTurn,
    what: { readonly step: AgentStepV1; readonly requests: readonly ToolRequestV1[]; readonly claim: ActiveClaim },
  ): Promise<CommitOutcome>;
  /** The final response and, when a guard ended the turn, its crumb. */
  abstract end(
    wakeUp: TurnWakeUp,
    what: { readonly ending: TurnEnd; readonly of: TurnAddress; readonly claim: ActiveClaim },
  ): Promise<CommitOutcome>;
}

/** The model for one turn; viewers see what it writes. */
export interface TurnModel {
  /**
   * Null when the turn has ended meanwhile; rejects with a TransientError when the claim is lost or this process shuts
   * down.
   */
  generate(open: LoadedTurn, request: ModelRequest): Promise<MeasuredReply | null>;
  /** Shows text that no model wrote, in place of what was shown before. */
  showText(open: LoadedTurn, text: string): void;
  /** Tools are running: the text stays visible. */
  pause(): void;
  /** Nothing more follows from this process. */
  end(): void;
}

/** Creates a TurnModel for each turn. */
export abstract class TurnModels {
  /** What the provider of the model supports that answers a turn. */
  abstract can(open: LoadedTurn): Capabilities;
  abstract begin(wakeUp: TurnWakeUp, claim: ActiveClaim): TurnModel;
  /**
   * Calls the model for a tool of the turn; nobody sees what it writes. `timeout`: it took longer; `turn ended`: nobody needs the reply
   * any more. Rejects with a TransientError when this process shuts down.
   */
  abstract call(open: LoadedTurn, request: ModelRequest, timeoutMs: number): Promise<MeasuredReply | UnfinishedCall>;
}

/** Why a call has no reply. */
export type UnfinishedCall = 'timeout' | 'turn ended';

/** The definition of an agent, and the prices of models in its workspace. */
export interface PricedDefinition {
  readonly definition: Crumb<typeof AgentDef>;
  readonly prices?: ModelPricesV1['models'];
  readonly connection?: ModelConnectionV1;
}

/** Reads the definitions of agents. */
export abstract class AgentDefinitions {
  /** The latest definition; null when there is none. */
  abstract readPriced(workspace: string, agent: string): Promise<PricedDefinition | null>;
  /** The latest definition, if the reading agent may read it; null when there is none. */
  abstract read(workspace: string, agent: string, reader: string): Promise<AgentDefV1 | null>;
}

/** The template of a workspace, and the crumb that holds it. */
export interface SavedTemplate extends Ref {
  readonly template: SubqueryTemplate;
}

/** Reads the templates of subqueries. */
export abstract class SubqueryTemplates {
  /** The latest template of a type; undefined where the workspace has none, so that the built-in one is sent. */
  abstract read(workspace: string, type: SubqueryRequest['type']): Promise<SavedTemplate | undefined>;
}
