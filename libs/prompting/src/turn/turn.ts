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

/** A tool that a turn may use: its definition as of the turn. */
export interface GrantedTool extends Ref {
  readonly def: ToolDefV1;
}

/** A message that came while the turn ran. */
export interface LateMessage extends Ref {
  /** Who said it, as the context names them. */
  readonly speaker: string;
  readonly text: string;
}

/** Everything that a turn is, read from the log: the executor knows nothing else. */
export interface Turn {
  readonly workspace: string;
  readonly turn_id: string;
  readonly context_id: string;
  readonly agent: string;
  readonly definition: AgentDefV1;
  readonly definition_ref: Ref;
  /** What the context-builder left, and how. */
  readonly formatted: string;
  readonly format?: AgentContextV1['format'];
  /** What the message says that is answered: `digit` hands it to the tool. */
  readonly trigger_text: string;
  readonly session: string | undefined;
  /** Who may read the answer. */
  readonly audience: Audience;
  /** Who hears what tools give: `pool`, or the agent that is a service. */
  readonly reply_to: string;
  /** Granted and chosen, most relevant first. */
  readonly tools: readonly GrantedTool[];
  /** In order, from 1. */
  readonly steps: readonly AgentStepV1[];
  /** By request id. */
  readonly responses: ReadonlyMap<string, ToolResponseV1>;
  /** By id: those that steps name as injected, and those that came since (`unseenMessages`), which the next call tells and its step names. */
  readonly late: ReadonlyMap<string, LateMessage>;
  /** False: muted, or no member any more; it may not speak. */
  readonly may_speak: boolean;
  /** What earlier turns of the trail cost and said; absent where there were none. */
  readonly spent?: SpentReply;
}
