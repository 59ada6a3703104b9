import {
  ToolRequest,
  type AgentDefV1,
  type AgentTurnV1,
  type ApprovalDecisionV1,
  type Draft,
  type Envelope,
  type Fence,
  type Operation,
  type SubqueryReply,
  type SubqueryRequest,
  type ToolConfigV1,
  type ToolDefV1,
  type ToolRequestV1,
  type ToolResponseV1,
  type ToolTriedV1,
  type ToolTryV1,
} from '@crumbtrail/contracts';
import type { ActiveClaim } from './claims/active-claim';
import type { PersonQuestion, PersonReply } from './person-question';
import type { ToolLog } from './tool-log';

/** A tool that an operator tries. */
export type ToolTryCrumb = Envelope<ToolTryV1>;

/** A call of a tool: requested by an agent in its turn, or tried by an operator. */
export type ToolInvocation = Envelope<ToolRequestV1> | ToolTryCrumb;

/** The response to a call. */
export type ToolReply = ToolResponseV1 | ToolTriedV1;

/** Is it of a turn, and not an operator's try? */
export const isTurnRequest = (request: ToolInvocation): request is Envelope<ToolRequestV1> =>
  request.schema_name === ToolRequest.name;

/** A tool call as received from the stream. */
export interface ReceivedToolRequest {
  readonly workspace: string;
  readonly request: ToolInvocation;
  readonly traceparent?: string;
}

/** What the log says about a request. Null: no such crumb is visible to this service. */
export interface ToolFacts {
  readonly turn: Envelope<AgentTurnV1> | null;
  /** The agent's definition, at the pinned version. */
  readonly agent: AgentDefV1 | null;
  /** At the pinned version. */
  readonly tool: ToolDefV1 | null;
  readonly config: ToolConfigV1 | null;
  readonly turn_ended: boolean;
  /** The tool that requested it, as a part of its own work, has answered. */
  readonly parent_ended: boolean;
  /** What a person decided about a request that waits for approval. */
  readonly decision: Envelope<ApprovalDecisionV1> | null;
  /** True if its deadline has passed, so that it is not started any more. */
  readonly late: boolean;
  readonly started: boolean;
  readonly answered: boolean;
}

/** Grants the right to run one request to one process at a time. */
export abstract class ToolClaims {
  /** Rejects with a TransientError when another process holds it. */
  abstract take(received: ReceivedToolRequest): Promise<ActiveClaim>;
}

/** Reads everything that a request needs, at or after the request's position. */
export abstract class ToolReader {
  abstract read(received: ReceivedToolRequest): Promise<ToolFacts>;
}

/** Writes the response to a request. Retries while the store is away. */
export abstract class ToolResponses {
  /** Records that the tool is about to run; `turn ended`: it must not run. */
  abstract start(received: ReceivedToolRequest, claim: ActiveClaim): Promise<'recorded' | 'turn ended'>;
  /** `already answered`: another process has answered it or holds it now. */
  abstract publish(
    received: ReceivedToolRequest,
    response: Draft<ToolReply>,
    claim: ActiveClaim,
  ): Promise<'published' | 'already answered'>;
}

/** Creates the log with the rights of one request. */
export abstract class ToolLogs {
  abstract forRequest(received: ReceivedToolRequest, permissions: ToolDefV1['permissions'], fence: Fence): ToolLog;
}

/** The call of a turn that asks a model. */
export type AskingCall = Pick<SubqueryRequest, 'turn' | 'step' | 'ordinal' | 'position'>;

/** How long a tool waits for a model. */
export interface AskingLimits {
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Aborted when nobody needs the answer any more. */
  readonly signal: AbortSignal;
  readonly traceparent?: string;
}

/** Asks models for the agents of turns. */
export abstract class ToolModels {
  abstract ask(request: SubqueryRequest, limits: AskingLimits): Promise<SubqueryReply>;
}

/** Sends requests about the memories of agents, until one is answered or the deadline has passed. */
export abstract class ToolMemories {
  abstract send<Request, Reply>(
    operation: Operation<Request, Reply>,
    workspace: string,
    request: Request,
    limits: AskingLimits,
  ): Promise<Reply>;
}

/** A question that a tool asks while it runs. */
export interface RunQuestion {
  readonly question: PersonQuestion;
  /** Its number within the run, from 1: a run that is repeated asks nothing twice. */
  readonly number: number;
  /** The definition of the agent that the tool runs for; null in a trial run. */
  readonly agent: AgentDefV1 | null;
  /** The claim on the request of the tool. */
  readonly fence: Fence;
  /** Aborted when the run may not continue. */
  readonly signal: AbortSignal;
  /** Aborted when the tool needs no answer any more. */
  readonly withdrawn: AbortSignal;
}

/** Asks people for tools that run. */
export abstract class ToolQuestions {
  /** Rejects with a ToolError once one of the signals is aborted. */
  abstract ask(received: ReceivedToolRequest, question: RunQuestion): Promise<PersonReply>;
}

/** A watch for the end of a turn. */
export interface TurnEndWatch {
  /** Aborted when the turn has ended. */
  readonly ended: AbortSignal;
  stop(): void;
}

/** Reports the ends of turns. */
export abstract class TurnEnds {
  /** Without a turn the signal is never aborted. */
  abstract watch(workspace: string, turn: string | undefined): TurnEndWatch;
}
