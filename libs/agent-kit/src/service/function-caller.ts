import { Injectable } from '@nestjs/common';
import {
  compileJsonCheck,
  findUnsafe,
  isObject,
  type FunctionCallReply,
  type FunctionCallRequest,
} from '@crumbtrail/contracts';
import { GracefulAbort } from '@crumbtrail/tool-runtime';
import { callUsage, type ModelReply, type ModelRequest } from '@crumbtrail/prompting';
import { MeasuredModel, SILENT } from './measured-model';
import { AgentDefinitions } from './ports';

/** The time limit of a call with all its attempts. */
const CALL_WITHIN_MS = 50_000;

type CallOutcome = Pick<FunctionCallReply, 'arguments' | 'error'>;

const errorOf = (code: NonNullable<CallOutcome['error']>['code'], message: string): CallOutcome => ({
  error: { code, message },
});

const modelRequest = (asked: FunctionCallRequest, model: string | undefined): ModelRequest => ({
  ...(model !== undefined && { model }),
  temperature: 0,
  messages: [
    { role: 'system', content: asked.instruction },
    { role: 'user', content: asked.content },
  ],
  tools: [asked.function],
  tool_choice: { tool: asked.function.name },
});

/** The arguments of a call, checked against the schema of the function, because not every provider enforces it. */
function readArguments(given: string, { function: wanted }: FunctionCallRequest): CallOutcome {
  try {
    const value: unknown = JSON.parse(given);
    const [issue] = compileJsonCheck(wanted.parameters).issues(value);
    if (issue) return errorOf('invalid_arguments', `The argument ${issue.path || 'object'} ${issue.message}.`);
    if (!isObject(value) || findUnsafe(value) !== null)
      return errorOf('invalid_arguments', 'The arguments hold text that cannot be stored.');
    return { arguments: value };
  } catch (error) {
    if (error instanceof SyntaxError)
      return errorOf('invalid_arguments', `The arguments are not valid JSON: ${error.message}`);
    throw error;
  }
}

function readReply({ calls = [], failure }: ModelReply, asked: FunctionCallRequest): CallOutcome {
  if (failure) return errorOf(failure.code === 'refused' ? 'refused' : 'failed', failure.message);
  const call = calls.find(({ name }) => name === asked.function.name);
  if (!call) return errorOf('no_call', `The model did not call ${asked.function.name}.`);
  return readArguments(call.arguments, asked);
}

/** Asks an agent's model to call one function, for work that belongs to no turn. It writes nothing. */
@Injectable()
export class FunctionCaller {
  constructor(
    private readonly models: MeasuredModel,
    private readonly agents: AgentDefinitions,
    private readonly leaving: GracefulAbort,
  ) {}

  async call(workspace: string, asked: FunctionCallRequest): Promise<FunctionCallReply> {
    const found = await this.agents.readPriced(workspace, asked.agent);
    if (found === null)
      return { ...errorOf('no_model', `There is no agent ${asked.agent}, so no model to ask.`), model_calls: [] };
    const { definition, prices, connection } = found;
    const where = { workspace, connection };
    if (!this.models.isConfigured(where))
      return { ...errorOf('no_model', 'No model is connected: see Settings in the console.'), model_calls: [] };
    const { context, id, version } = definition;
    const request = modelRequest(asked, asked.model ?? context.model?.name);
    const asking = { agent: asked.agent, definition: context, definition_ref: { id, version } };
    const timeout = AbortSignal.timeout(CALL_WITHIN_MS);
    try {
      const signal = AbortSignal.any([this.leaving.signal, timeout]);
      const { reply, measured } = await this.models.call({ ...where, asking, prices, request }, SILENT, signal);
      return { ...readReply(reply, asked), model: reply.model, model_calls: [callUsage(reply, measured)] };
    } catch (error) {
      if (!timeout.aborted) throw error;
      const message = `The model did not answer within ${CALL_WITHIN_MS / 1000} s.`;
      return { ...errorOf('timeout', message), model: this.models.modelOf(where, request), model_calls: [] };
    }
  }
}
