import type { ToolDefV1 } from '@crumbtrail/contracts';
import type { ToolInvocation } from './ports';
import type { ToolLog } from './tool-log';

/** What a running tool knows and may do. */
export interface ToolCall {
  readonly workspace: string;
  /** A tool.request.v1 of a turn; a tool.try.v1 where an operator tries it. */
  readonly request: ToolInvocation;
  /** For whom it runs: the agent of the turn, or the person who tries it. */
  readonly agent: string;
  readonly session: string | undefined;
  /** When its time is up, in ms since 1970: its time limit counted from the request. What comes {@link LATER} ends there too. */
  readonly deadline: number;
  /** It must not run twice: its definition, or the operator's configuration, says so. */
  readonly atMostOnce: boolean;
  /** Aborted at its time limit, when its turn is over, or when this process must go. */
  readonly signal: AbortSignal;
  /** What the definition's `permissions` let it do to the log, and nothing else. */
  readonly log: ToolLog;
}

/**
 * A tool: its definition, and what it does. `run` gives the result as JSON; the sentence of what it throws is told to the model.
 * It must leave the event loop free: a time limit can end what waits, never what computes without a pause.
 */
export interface Tool {
  readonly definition: ToolDefV1;
  run(input: Record<string, unknown>, call: ToolCall): Promise<unknown>;
}

/**
 * Given by a tool whose result comes later. It is run again, from the start and with the same input, whenever one of its parts is
 * answered; no response is left until it gives something else.
 */
export const LATER: unique symbol = Symbol('later');

/**
 * Thrown by a tool whose error should have another code than `failed`, as `unavailable` for a server that is away; or that has
 * something to give all the same.
 */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly output: unknown;

  constructor(
    readonly code: string,
    message: string,
    { output, ...options }: ErrorOptions & { readonly output?: unknown } = {},
  ) {
    super(message, options);
    this.output = output;
  }
}
