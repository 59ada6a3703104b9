import type { AgentStepV1 } from '@crumbtrail/contracts';
import type { ModelReply, ModelRequest } from '../model';
import type { Capabilities } from '../profile';
import type { Turn } from '../turn/turn';

/** A tool call in a reply, before it is checked against the turn's tools. */
export interface ParsedCall {
  readonly tool: string;
  readonly call_id?: string;
  /** Absent when the arguments were not a JSON object; `error` says why. */
  readonly input?: Record<string, unknown>;
  readonly return_to_llm?: boolean;
  readonly error?: { readonly code: string; readonly message: string };
}

/** The meaning of a reply. `content` is stored in the step word for word. */
export type ParsedReply =
  /** The reply calls tools. */
  | {
      readonly kind: 'calls';
      readonly content: string;
      /** May be empty: the step is stored and the turn continues at once. */
      readonly calls: readonly ParsedCall[];
      readonly observation?: { readonly code: string; readonly message: string };
      readonly step?: AgentStepV1['kind'];
    }
  /** The reply ends the turn; `content` is what people see, and `ignored` names what was not understood and has no effect. */
  | {
      readonly kind: 'final';
      readonly action: 'speak' | 'wait';
      readonly content: string;
      readonly output?: unknown;
      readonly ignored?: readonly string[];
    }
  /**
   * The reply is invalid: the model is told why and asked again. A mode must limit how often it returns this for one
   * problem.
   */
  | {
      readonly kind: 'retry';
      readonly content: string;
      readonly observation: { readonly code: string; readonly message: string };
      readonly step?: AgentStepV1['kind'];
    }
  /** The reply is invalid and ends the turn; everybody in the conversation sees `error`. */
  | {
      readonly kind: 'failed';
      readonly error: { readonly code: string; readonly message: string };
      readonly content?: string;
    }
  /** The reply is invalid and ends the turn without a message, with a note why. */
  | { readonly kind: 'forced_wait'; readonly code: string; readonly message: string };

/**
 * A protocol for tool calls. Its functions are pure over the turn in the log, so that every replica builds and parses
 * the same. `turn.steps` hold the earlier replies, `turn.responses` the tool responses (`callResults` returns them by
 * call).
 */
export interface ToolMode {
  /**
   * Builds the next request to the model; options that it omits come from the definition. With `hasUsedAllRounds(turn)`
   * it must offer no tool. The `observation` of a step follows the step's reply.
   */
  buildRequest(turn: Turn, can: Capabilities): ModelRequest;
  /** Interprets the reply. Called only for replies without failure, or stopped by the stream filter. */
  parseReply(turn: Turn, reply: ModelReply): ParsedReply;
  /**
   * Called when all results of the last step are present, before the model is asked again. Returns how the turn ends
   * without another call of the model; undefined when the model must be asked.
   */
  settle?(turn: Turn): Extract<ParsedReply, { kind: 'final' | 'failed' | 'forced_wait' }> | undefined;
  /** Messages that arrive during the turn are read before each call after the first, as `unseenMessages(turn)`. */
  readonly showsLateMessages?: boolean;
}
