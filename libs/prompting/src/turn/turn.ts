import type {
  AgentContextV1,
  AgentDefV1,
  AgentStepV1,
  Audience,
  Ref,
  SpentReply,
  ToolDefV1,
  ToolResponseV1,
} from '@crumbtrail/contracts';
import type { PromptPicture, ToolChoice } from '../model';

/** A tool that a turn may use, with its definition at the time of the turn. */
export interface GrantedTool extends Ref {
  readonly def: ToolDefV1;
}

/** A message that arrived during the turn. */
export interface LateMessage extends Ref {
  /** The author's name as in the context. */
  readonly speaker: string;
  readonly text: string;
}

/** The state of a turn, read from the log; the executor uses nothing else. */
export interface Turn {
  readonly workspace: string;
  readonly turn_id: string;
  readonly context_id: string;
  readonly agent: string;
  readonly definition: AgentDefV1;
  readonly definition_ref: Ref;
  /** The context that the context-builder published, and its format. */
  readonly formatted: string;
  readonly format?: AgentContextV1['format'];
  /** The window of the model that the context was built for, and what of it is reserved, in tokens. Absent: unknown, nothing is limited. */
  readonly window?: {
    readonly context_window: number;
    readonly reply_reserve: number;
    readonly pictures?: number | undefined;
  };
  /** Pictures of the message to answer, for a model that sees. Default: none. */
  readonly pictures?: readonly PromptPicture[];
  /** The text of the message to answer; `digit` passes it to the tool. */
  readonly trigger_text: string;
  readonly session: string | undefined;
  /** Who may read the answer. */
  readonly audience: Audience;
  /** The recipient of tool responses: `pool`, or the agent that is a service. */
  readonly reply_to: string;
  /** Granted and selected, most relevant first. */
  readonly tools: readonly GrantedTool[];
  /** The first call of the model must call a tool, as the client of the message asks; absent: the model chooses. */
  readonly tool_choice?: ToolChoice;
  /** True: the agent has no plan yet, and must write one first (`plan_first`). */
  readonly must_plan?: boolean;
  /** In order, from 1. */
  readonly steps: readonly AgentStepV1[];
  /** By request id. */
  readonly responses: ReadonlyMap<string, ToolResponseV1>;
  /**
   * By id: those that steps name as injected, and newer ones (`unseenMessages`), which the next call includes and its
   * step names.
   */
  readonly late: ReadonlyMap<string, LateMessage>;
  /** Sources of the context that came too late for it. Default: none. */
  readonly late_sources?: readonly string[];
  /** False when the agent is muted or no longer a member. */
  readonly may_speak: boolean;
  /** Cost and answers of earlier turns of the trail; absent when there were none. */
  readonly spent?: SpentReply;
}
