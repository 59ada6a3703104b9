import type { AgentResponseV1 } from '@crumbtrail/contracts';
import { capturesContent, inSpan } from '@crumbtrail/platform';
import { type Attributes, SpanKind, trace } from '@opentelemetry/api';
import type { ModelReply, ModelRequest, Turn } from '@crumbtrail/prompting';
import { markFailure } from '@crumbtrail/tool-runtime';
import { askedContent, repliedContent } from './content';

const tracer = trace.getTracer('@crumbtrail/agent-kit');

type TurnIdentity = Pick<Turn, 'agent' | 'definition_ref'> & Partial<Pick<Turn, 'session' | 'turn_id'>>;

const agentOf = ({ agent, definition_ref, session, turn_id }: TurnIdentity): Attributes => ({
  'gen_ai.agent.id': definition_ref.id,
  'gen_ai.agent.name': agent,
  'gen_ai.agent.version': String(definition_ref.version),
  ...(session === undefined ? {} : { 'gen_ai.conversation.id': session }),
  ...(turn_id === undefined ? {} : { 'crumbtrail.turn': turn_id }),
});

/** Traces one wake-up of a turn, until the next step or the end. */
export function invokeAgent<T extends string>(turn: Turn, work: () => Promise<T>): Promise<T> {
  const model = turn.definition.model?.name;
  const attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.provider.name': 'crumbtrail',
    ...agentOf(turn),
    ...(model === undefined ? {} : { 'gen_ai.request.model': model }),
    'crumbtrail.steps': turn.steps.length,
  };
  return inSpan(tracer, { name: `invoke_agent ${turn.agent}`, kind: SpanKind.INTERNAL, attributes }, async (span) => {
    const outcome = await work();
    span.setAttribute('crumbtrail.outcome', outcome);
    return outcome;
  });
}

/** Adds the end of the turn to the active span. */
export function noteEnd({ action, error, usage }: AgentResponseV1): void {
  const span = trace.getActiveSpan();
  if (!span) return;
  span.setAttribute('crumbtrail.action', action);
  if (usage?.prompt_tokens !== undefined) span.setAttribute('gen_ai.usage.input_tokens', usage.prompt_tokens);
  if (usage?.completion_tokens !== undefined) span.setAttribute('gen_ai.usage.output_tokens', usage.completion_tokens);
  if (error) markFailure(span, error);
}

const outputTypeOf = ({ shape }: ModelRequest): string => (shape?.kind === 'json' ? 'json' : 'text');

/** What a span of a model call describes. */
export interface Chat {
  readonly turn: TurnIdentity;
  readonly request: ModelRequest;
  /** As requested. */
  readonly model: string;
  readonly provider: Attributes;
}

function askedOf({ turn, request, model, provider }: Chat): Attributes {
  const { temperature, max_output_tokens, stop } = request;
  return {
    'gen_ai.operation.name': 'chat',
    ...provider,
    'gen_ai.request.model': model,
    'gen_ai.request.stream': true,
    ...(temperature === undefined ? {} : { 'gen_ai.request.temperature': temperature }),
    ...(max_output_tokens === undefined ? {} : { 'gen_ai.request.max_tokens': max_output_tokens }),
    ...(stop?.length ? { 'gen_ai.request.stop_sequences': [...stop] } : {}),
    'gen_ai.output.type': outputTypeOf(request),
    ...agentOf(turn),
    ...(capturesContent() ? askedContent(request) : {}),
  };
}

function repliedOf(reply: ModelReply, firstMs: number | undefined): Attributes {
  const { usage, finish_reason } = reply;
  return {
    'gen_ai.response.model': reply.model,
    ...(finish_reason === undefined ? {} : { 'gen_ai.response.finish_reasons': [finish_reason] }),
    ...(usage
      ? {
          'gen_ai.usage.input_tokens': usage.prompt_tokens,
          'gen_ai.usage.output_tokens': usage.completion_tokens,
        }
      : {}),
    ...(firstMs === undefined ? {} : { 'gen_ai.response.time_to_first_chunk': firstMs / 1000 }),
    'crumbtrail.attempts': reply.attempts,
    ...(capturesContent() ? repliedContent(reply) : {}),
  };
}

/** Traces one call of a model with all its attempts. `firstMs` returns the time of its first text. */
export function chat(
  about: Chat,
  firstMs: () => number | undefined,
  work: () => Promise<ModelReply>,
): Promise<ModelReply> {
  const plan = { name: `chat ${about.model}`, kind: SpanKind.CLIENT, attributes: askedOf(about) };
  return inSpan(tracer, plan, async (span) => {
    const reply = await work();
    span.setAttributes(repliedOf(reply, firstMs()));
    if (reply.failure) markFailure(span, reply.failure);
    return reply;
  });
}
