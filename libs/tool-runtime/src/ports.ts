import {
  ToolRequest,
  type AgentDefV1,
  type AgentTurnV1,
  type Draft,
  type Envelope,
  type Fence,
  type ToolConfigV1,
  type ToolDefV1,
  type ToolRequestV1,
  type ToolResponseV1,
  type ToolTriedV1,
  type ToolTryV1,
} from '@crumbtrail/contracts';
import type { ActiveClaim } from './claims/active-claim';
import type { ToolLog } from './tool-log';

/** What is asked of a tool: by an agent in its turn, or by an operator who tries it. */
export type ToolInvocation = Envelope<ToolRequestV1> | Envelope<ToolTryV1>;

/** What comes of it. */
export type ToolReply = ToolResponseV1 | ToolTriedV1;

/** Is it of a turn, and not an operator's try? */
export const isTurnRequest = (request: ToolInvocation): request is Envelope<ToolRequestV1> =>
  !('begin_by' in request.context);

/** A request that was left for us, and where. */
export interface ReceivedToolRequest {
  readonly workspace: string;
  readonly request: ToolInvocation;
  readonly traceparent?: string;
}

/** What the log says of a request. Null: there is none that we may see. */
export interface ToolFacts {
  readonly turn: Envelope<AgentTurnV1> | null;
  /** Of the agent, as pinned. */
  readonly agent: AgentDefV1 | null;
  /** As pinned. */
  readonly tool: ToolDefV1 | null;
  readonly config: ToolConfigV1 | null;
  readonly turn_ended: boolean;
  /** Nobody waits for it any more, so it is not begun. */
  readonly late: boolean;
  readonly started: boolean;
  readonly answered: boolean;
}

/** Grants the right to run one request to one process at a time. */
export abstract class ToolClaims {
  /** Rejects with a TransientError when somebody else holds it. */
  abstract take(received: ReceivedToolRequest): Promise<ActiveClaim>;
}

/** Reads all that running a request takes, at or after the request's position. */
export abstract class ToolReader {
  abstract read(received: ReceivedToolRequest): Promise<ToolFacts>;
}

/** Leaves what comes of a request. Tries until the store is back, or the claim is lost. */
export abstract class ToolResponses {
  /** Notes that it is about to run; `ended`: its turn is over, and it must not. */
  abstract start(received: ReceivedToolRequest, claim: ActiveClaim): Promise<'noted' | 'ended'>;
  /** `there`: somebody else has answered it, or holds it now; theirs stands. */
  abstract leave(
    received: ReceivedToolRequest,
    response: Draft<ToolReply>,
    claim: ActiveClaim,
  ): Promise<'left' | 'there'>;
}

/** Makes the log as one running tool may touch it. */
export abstract class ToolLogs {
  abstract of(received: ReceivedToolRequest, permissions: ToolDefV1['permissions'], fence: Fence): ToolLog;
}

/** A turn that is watched for its end. */
export interface TurnEndWatch {
  /** Aborted when the turn has ended. */
  readonly ended: AbortSignal;
  stop(): void;
}

/** Says when turns end. */
export abstract class TurnEnds {
  /** Without a turn it never ends. */
  abstract watch(workspace: string, turn: string | undefined): TurnEndWatch;
}
