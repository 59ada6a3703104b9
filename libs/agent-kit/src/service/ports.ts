import type {
  AgentContext,
  AgentContextV1,
  AgentStepV1,
  AgentTurnV1,
  Crumb,
  CrumbError,
  Envelope,
  ModelPricesV1,
  Ref,
  SessionV1,
  ToolRequestV1,
} from '@crumbtrail/contracts';
import type { ActiveClaim } from '@crumbtrail/tool-runtime';
import type { ModelRequest, Capabilities, Turn } from '@crumbtrail/prompting';
import type { Ending } from '../turn/endings';
import type { MeasuredReply } from '../turn/take-reply';

/** A reason to look at a turn: its context is there, or a tool has answered. Whoever wakes reads the log and decides from that. */
export interface TurnWakeUp {
  readonly workspace: string;
  readonly turn: string;
  /** Of what woke us: the log is read at or after it. */
  readonly position: number;
  /** The context, where that is what woke us. */
  readonly context?: Crumb<typeof AgentContext>;
  readonly traceparent?: string;
}

/** A turn as the log has it. */
export interface OpenTurn {
  readonly turn: Turn;
  readonly record: Envelope<AgentTurnV1>;
  readonly context: AgentContextV1;
  /** Of the session, if it names any. */
  readonly members: SessionV1['members'];
  /** What the next crumb of the turn follows from: the context, the last result, or the last step. */
  readonly cause: Ref;
  /** What models cost in this workspace, where somebody has said so. */
  readonly prices?: ModelPricesV1['models'];
}

/** What a turn's end is about. */
export type TurnAddress = Pick<Turn, 'turn_id' | 'context_id' | 'agent' | 'session' | 'audience'>;

/** A turn that cannot go on: something that it is made of was erased. */
export interface ErasedTurn {
  readonly gone: string;
  readonly of: TurnAddress;
}

/** Grants the right to go on with a turn to one process at a time. */
export abstract class TurnClaims {
  /** Null when the turn is closed; rejects with a TransientError when somebody else holds it. */
  abstract take(wakeUp: TurnWakeUp): Promise<ActiveClaim | null>;
}

/** Reads what a turn is. */
export abstract class TurnReader {
  abstract read(wakeUp: TurnWakeUp): Promise<OpenTurn | ErasedTurn>;
  /** The same turn with messages that came since, where its mode tells of them. */
  abstract withLate(wakeUp: TurnWakeUp, open: OpenTurn): Promise<OpenTurn>;
}

/** What became of a commit. `closed`: somebody else has ended the turn, or holds it now; theirs stands. */
export type CommitOutcome = 'committed' | 'closed' | CrumbError;

/** Leaves what comes of a turn, under its claim. Tries until the store is back or the claim is lost. */
export abstract class TurnLog {
  /** A step and what it requests, all or nothing. */
  abstract step(
    wakeUp: TurnWakeUp,
    open: OpenTurn,
    what: { readonly step: AgentStepV1; readonly requests: readonly ToolRequestV1[]; readonly claim: ActiveClaim },
  ): Promise<CommitOutcome>;
  /** The terminal response and, where a guard ended the turn, its crumb. */
  abstract end(
    wakeUp: TurnWakeUp,
    what: { readonly ending: Ending; readonly of: TurnAddress; readonly claim: ActiveClaim },
  ): Promise<CommitOutcome>;
}

/** A model that speaks for one turn, heard by whoever watches. */
export interface TurnModel {
  /** Asks. Null when the turn is over meanwhile; rejects with a TransientError when the claim is lost or this process must go. */
  generate(open: OpenTurn, request: ModelRequest): Promise<MeasuredReply | null>;
  /** Says what no model says: it takes the place of what was shown before. */
  showText(open: OpenTurn, text: string): void;
  /** Tools are at work: what was said stays to be seen. */
  pause(): void;
  /** No more comes from here. */
  end(): void;
}

/** The model, as this process has it. */
export abstract class TurnModels {
  /** What the model's provider can do. */
  abstract readonly can: Capabilities;
  abstract begin(wakeUp: TurnWakeUp, claim: ActiveClaim): TurnModel;
}
