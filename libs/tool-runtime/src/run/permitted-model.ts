import type { ModelCallRecord, ToolDefV1 } from '@crumbtrail/contracts';
import { isTurnRequest, type AskingCall, type ReceivedToolRequest, type ToolModels } from '../ports';
import { ToolError } from '../tool';
import type { ModelAnswer, ModelQuestion, ToolModel } from '../tool-model';
import { requirePermission } from './require-permission';

const NEEDS_TURN = 'A model is asked only for the agent of a turn, and a trial run has no turn.';
const NOT_A_PART = 'A subquery cannot be a part of another tool. Call the tool yourself.';

function askingCallOf({ request }: ReceivedToolRequest): AskingCall {
  if (!isTurnRequest(request)) throw new ToolError('needs_turn', NEEDS_TURN);
  const { turn, step, ordinal } = request.context;
  if (step === undefined || ordinal === undefined) throw new ToolError('not_a_part', NOT_A_PART);
  return { turn: turn.id, step, ordinal, position: request.position };
}

/** The run of a tool that may ask. */
export interface RunThatAsks {
  readonly definition: ToolDefV1;
  /** Milliseconds since 1970. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** Each call is added. */
  readonly model_calls: ModelCallRecord[];
}

/** The models for one run of a tool, if its definition permits them, with what each call took. */
export class PermittedModel implements ToolModel {
  constructor(
    private readonly models: ToolModels,
    private readonly received: ReceivedToolRequest,
    private readonly run: RunThatAsks,
  ) {}

  async ask(question: ModelQuestion): Promise<ModelAnswer> {
    const { definition, deadline, signal } = this.run;
    requirePermission(definition.permissions, 'model', definition.name);
    const { workspace, traceparent } = this.received;
    const { answer, error, trimmed, model_calls } = await this.models.ask(
      { ...question, ...askingCallOf(this.received), workspace },
      { deadline, signal, ...(traceparent !== undefined && { traceparent }) },
    );
    this.run.model_calls.push(...model_calls);
    if (error) throw new ToolError(error.code, error.message);
    return { answer: answer ?? '', ...(trimmed && { trimmed }) };
  }
}
