import type { AgentStepV1 } from '@crumbtrail/contracts';
import type { ModelReply, ModelRequest } from '../model';
import type { Capabilities } from '../profile';
import type { Turn } from '../turn/turn';

/** A call that a reply asks for, before anybody looked whether it may. */
export interface ParsedCall {
  readonly tool: string;
  readonly call_id?: string;
  /** Absent where the arguments were no JSON object: `error` says why. */
  readonly input?: Record<string, unknown>;
  readonly return_to_llm?: boolean;
  readonly error?: { readonly code: string; readonly message: string };
}

/** What a reply means. `content` is kept in the step word for word. */
export type ParsedReply =
  /** It asks for tools. */
  | {
      readonly kind: 'calls';
      readonly content: string;
      /** None at all: the step stands, and the turn goes on at once. */
      readonly calls: readonly ParsedCall[];
      readonly observation?: { readonly code: string; readonly message: string };
      readonly step?: AgentStepV1['kind'];
    }
  /** It ends the turn; `content` is what people see. */
  | { readonly kind: 'final'; readonly action: 'speak' | 'wait'; readonly content: string; readonly output?: unknown }
  /** It cannot stand: the model is told why, and asked once more. Whoever gives this twice for one thing must bound it. */
  | {
      readonly kind: 'retry';
      readonly content: string;
      readonly observation: { readonly code: string; readonly message: string };
      readonly step?: AgentStepV1['kind'];
    }
  /** It cannot stand, and the turn ends so; `error` is visible to everybody in the conversation. */
  | {
      readonly kind: 'failed';
      readonly error: { readonly code: string; readonly message: string };
      readonly content?: string;
    }
  /** It cannot stand, and the turn ends in silence, with a note why. */
  | { readonly kind: 'forced_wait'; readonly code: string; readonly message: string };

/**
 * One way of asking for tools. Both functions are pure over the turn as the log has it, so that any replica at any time asks and
 * reads the same. `turn.steps` hold what was said before, `turn.responses` what tools gave (`callResults` has them by call).
 */
export interface ToolMode {
  /**
   * What the model is asked next; settings that it leaves out are the definition's. With `hasUsedAllRounds(turn)` no tool may be on
   * offer. What a step was told as `observation` stands after what it said.
   */
  buildRequest(turn: Turn, can: Capabilities): ModelRequest;
  /** What its reply means. Called only for replies without failure, or cut by the streamFilter. */
  parseReply(turn: Turn, reply: ModelReply): ParsedReply;
  /**
   * Asked once all results of the last step are there, before the model is asked again: a reading here ends the turn, or goes on,
   * without it.
   */
  settle?(turn: Turn): Extract<ParsedReply, { kind: 'final' | 'failed' | 'forced_wait' }> | undefined;
  /** Messages that came while the turn ran are looked up before each call after the first: `unseenMessages(turn)`. */
  readonly showsLateMessages?: boolean;
}
