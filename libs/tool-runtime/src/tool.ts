import type { ApprovalDecisionV1, ToolDefV1 } from '@crumbtrail/contracts';
import type { ToolInvocation } from './ports';
import type { PersonQuestion, PersonReply } from './person-question';
import type { ToolLog } from './tool-log';
import type { ToolMemory } from './tool-memory';
import type { ToolModel } from './tool-model';

/** What a tool receives with each call. */
export interface ToolCall {
  readonly workspace: string;
  /** A tool.request.v1 of a turn; a tool.try.v1 when an operator tries the tool. */
  readonly request: ToolInvocation;
  /** The participant it runs for: the agent of the turn, or the person who tries it. */
  readonly agent: string;
  readonly session: string | undefined;
  /**
   * The deadline in milliseconds since 1970: the time limit counted from the request. It applies to a tool that returns
   * {@link LATER} too.
   */
  readonly deadline: number;
  /** Whether it must not run twice, by its definition or the operator's configuration. */
  readonly atMostOnce: boolean;
  /** Aborted at the time limit, when the turn has ended, or when this process shuts down. */
  readonly signal: AbortSignal;
  /** What a person answered, for a tool that asks one. */
  readonly answer?: ApprovalDecisionV1['answer'];
  /**
   * Asks a person while the tool runs, if its agent is granted `ask_person`. It waits at most four minutes, which do not count against the time
   * limit. Withdraws the question and rejects when `withdrawn` is aborted.
   */
  readonly askPerson: (question: PersonQuestion, withdrawn: AbortSignal) => Promise<PersonReply>;
  /** Writes a line into the log of the run, which people see beside its result; no agent does. */
  readonly tell: (line: string) => void;
  /** The log, limited to the definition's `permissions`. */
  readonly log: ToolLog;
  /** The models that answer subqueries, if the definition's `permissions` name `model`. */
  readonly model: ToolModel;
  /** What the agent remembers, if the definition's `permissions` name `memory`. */
  readonly memory: ToolMemory;
}

/**
 * A tool: its definition and its code. `run` returns the result as JSON; the message of an error goes to the model. It
 * must not block the event loop: a time limit can end a wait but not a computation.
 */
export interface Tool {
  readonly definition: ToolDefV1;
  run(input: Record<string, unknown>, call: ToolCall): Promise<unknown>;
}

/**
 * Returned by a tool whose result comes later. The tool runs again, from the start and with the same input, whenever
 * one of its parts is answered; no response is written until it returns something else.
 */
export const LATER: unique symbol = Symbol('later');

/**
 * Returned like {@link LATER} by a tool whose time limit stands still while one of its parts waits for a person: it runs again at `deadline`, in milliseconds since 1970, if
 * nothing is answered before; null: only when something is answered.
 */
export class LaterBefore {
  constructor(readonly deadline: number | null) {}
}

/** What a tool returns whose result comes later. */
export type Later = typeof LATER | LaterBefore;

export const isPostponed = (value: unknown): value is Later => value === LATER || value instanceof LaterBefore;

/**
 * Thrown by a tool to choose an error code other than `failed`, such as `unavailable` for a server that cannot be
 * reached, or to return an output with the error.
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
