import type { AgentContext, AgentDefV1, AgentResponseV1, Audience, Crumb } from '@crumbtrail/contracts';

/** A context that was left for us, and where. */
export interface Heard {
  readonly workspace: string;
  readonly context: Crumb<typeof AgentContext>;
  readonly traceparent?: string;
}

/** The right to run one turn, kept alive until it is let go. */
export interface Claim {
  readonly key: string;
  readonly fence: number;
  /** Aborted when somebody else may hold the turn by now. */
  readonly lost: AbortSignal;
  /** Stops renewing; `free` lets another have the turn at once. */
  letGo(o: { free: boolean }): Promise<void>;
}

/** Grants the right to run a turn to one executor at a time. */
export abstract class Claims {
  /** Null when the turn is closed; rejects with a TransientError when somebody else holds it. */
  abstract take(heard: Heard): Promise<Claim | null>;
}

/** What is known of a turn that is about to run. */
export interface OpenTurn {
  readonly session: string | undefined;
  readonly audience: Audience;
  /** What to run it with, or the reason why it cannot run any more. */
  readonly material: { readonly definition: AgentDefV1; readonly formatted: string } | { readonly gone: string };
}

/** Reads what a turn needs. */
export abstract class TurnReader {
  abstract read(heard: Heard): Promise<OpenTurn>;
}

/** Leaves the terminal response. */
export abstract class Responses {
  /** `closed`: somebody else has ended the turn, or holds it now; theirs stands. */
  abstract leave(
    heard: Heard,
    turn: OpenTurn,
    end: { response: AgentResponseV1; claim: Claim },
  ): Promise<'left' | 'closed'>;
}

/** Runs the model on a turn. */
export abstract class Runner {
  /** Rejects, with a TransientError, only when the claim is lost or this process must go. */
  abstract run(heard: Heard, turn: OpenTurn, claim: Claim): Promise<RunningReply>;
}

/** A response that nobody has left yet, and its stream that is still open. */
export interface RunningReply {
  readonly response: AgentResponseV1;
  /** Tells those who watch that no more comes. */
  end(): void;
}
