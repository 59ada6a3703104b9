import type { AgentDefV1 } from '@crumbtrail/contracts';
import type { StreamFilter, ModelRequest, ReplyShape } from '../model';
import type { Capabilities } from '../profile';
import type { Turn } from '../turn/turn';
import type { ParsedReply, ToolMode } from './mode';
import { parseOutput, type Output } from './output-text';

/** The code of an answer that does not match its schema; a turn has at most one step with it. */
const INVALID = 'invalid_output';

type OutputSchema = NonNullable<AgentDefV1['output_schema']>;

/**
 * Shows nothing: an answer that must be valid becomes visible when it is complete. Stops when the wrapped filter stops.
 */
class HiddenStreamFilter implements StreamFilter {
  private heard = '';

  constructor(private readonly streamFilter: StreamFilter | undefined) {}

  push(piece: string): { show: string; stop: boolean } {
    this.heard += piece;
    return { show: '', stop: this.streamFilter?.push(piece).stop ?? false };
  }

  text(): string {
    return this.streamFilter ? this.streamFilter.text() : this.heard;
  }
}

const schemaOf = ({ definition }: Turn): OutputSchema => definition.output_schema ?? {};

function instruction(schema: OutputSchema): string {
  return `What you say to people must be JSON that is valid against this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`;
}

/**
 * Requests a shape. While tools are offered only the protocol's own `response_format` allows this: the grammars of
 * other servers would prevent tool calls.
 */
function shapeFor(
  request: ModelRequest,
  schema: OutputSchema,
  { guided = 'none' }: Capabilities,
): Pick<ModelRequest, 'shape'> {
  const free = request.tools === undefined || guided === 'response_format';
  return request.shape || guided === 'none' || !free ? {} : { shape: { kind: 'json', schema } satisfies ReplyShape };
}

/**
 * Handles the check of an answer: the end of the turn, one request to repair it with its issues, or a visible error.
 */
export function checkAnswer(turn: Turn, output: Output, content: string): ParsedReply {
  if (output.kind === 'valid') return { kind: 'final', action: 'speak', content: output.text, output: output.value };
  const failed = (message: string): ParsedReply => ({
    kind: 'failed',
    error: { code: INVALID, message },
    content: '',
  });
  if (output.kind === 'unchecked')
    return failed(`The output_schema of the agent's definition is invalid. ${output.why}.`);
  if (turn.steps.some(({ observation }) => observation?.code === INVALID))
    return failed(`The model returned an answer twice that does not match the output_schema: ${output.brief}.`);
  const message = `Your answer cannot be used: ${output.why}. Write all of it again, as JSON and nothing else.`;
  return { kind: 'retry', step: 'repair', content, observation: { code: INVALID, message } };
}

/**
 * Wraps a mode so that its answers must be JSON that matches the definition's output schema: requested, checked, and
 * repaired at most once by the model.
 */
export function withOutput(mode: ToolMode): ToolMode {
  return {
    ...mode,
    buildRequest(turn, can) {
      const schema = schemaOf(turn);
      const prompt = `${turn.definition.prompt}\n\n${instruction(schema)}`;
      const request = mode.buildRequest({ ...turn, definition: { ...turn.definition, prompt } }, can);
      if (request.shape?.kind === 'digit') return request;
      return {
        ...request,
        ...shapeFor(request, schema, can),
        streamFilter: () => new HiddenStreamFilter(request.streamFilter?.()),
      };
    },
    parseReply(turn, reply) {
      const reading = mode.parseReply(turn, reply);
      if (reading.kind !== 'final' || reading.action !== 'speak') return reading;
      return checkAnswer(turn, parseOutput(schemaOf(turn), reading.content), reply.content);
    },
  };
}
