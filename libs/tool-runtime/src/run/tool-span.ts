import { capturesContent, inSpan } from '@crumbtrail/platform';
import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { isTurnRequest, type ReceivedToolRequest } from '../ports';
import type { ToolSettings } from './check-request';
import { LaterBefore } from '../tool';
import type { ToolOutcome } from './tool-response';

const tracer = trace.getTracer('@crumbtrail/tool-runtime');

/** Marks a span as failed with the code and the message of an error. */
export function markFailure(span: Span, { code, message }: { readonly code: string; readonly message: string }): void {
  span.setAttribute('error.type', code);
  span.setStatus({ code: SpanStatusCode.ERROR, message: message.slice(0, 500) });
}

/** Traces one run of a tool, with its error. */
export function executeTool<T extends ToolOutcome | symbol | LaterBefore>(
  { request }: ReceivedToolRequest,
  { definition }: ToolSettings,
  work: () => Promise<T>,
): Promise<T> {
  const { input } = request.context;
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': definition.name,
    'gen_ai.tool.call.id': request.id,
    'gen_ai.tool.type': 'function',
    ...(isTurnRequest(request) ? { 'gen_ai.agent.name': request.context.agent } : {}),
    ...(request.session === undefined ? {} : { 'gen_ai.conversation.id': request.session }),
    ...(isTurnRequest(request) ? { 'crumbtrail.turn': request.context.turn.id } : { 'crumbtrail.tried': true }),
    ...(capturesContent()
      ? { 'gen_ai.tool.description': definition.description, 'gen_ai.tool.call.arguments': JSON.stringify(input) }
      : {}),
  };
  const plan = { name: `execute_tool ${definition.name}`, kind: SpanKind.INTERNAL, attributes };
  return inSpan(tracer, plan, async (span) => {
    const outcome = await work();
    if (typeof outcome === 'symbol' || outcome instanceof LaterBefore)
      span.setAttribute('crumbtrail.outcome', 'goes on later');
    else noteOutcome(span, outcome);
    return outcome;
  });
}

function noteOutcome(span: Span, outcome: ToolOutcome): void {
  if ('error' in outcome) markFailure(span, outcome.error);
  if (capturesContent() && outcome.output !== undefined)
    span.setAttribute('gen_ai.tool.call.result', JSON.stringify(outcome.output));
}
