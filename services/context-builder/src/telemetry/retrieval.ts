import type { AgentTurnV1 } from '@crumbtrail/contracts';
import { capturesContent, inSpan } from '@crumbtrail/platform';
import { type Attributes, SpanKind, trace } from '@opentelemetry/api';
import type { BuiltContext } from '../explain/account';

const tracer = trace.getTracer('@crumbtrail/context-builder');

/** The number of candidates by decision. */
export function countDecisions({ items }: Pick<BuiltContext, 'items'>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { decision } of items) counts.set(decision, (counts.get(decision) ?? 0) + 1);
  return counts;
}

/** The crumbs that the context contains, as ids without text, so that an erasure need not reach traces. */
function keptDocuments({ items }: BuiltContext): string {
  const kept = items.filter(({ decision }) => decision === 'kept');
  return JSON.stringify(kept.map(({ id, version, score }) => ({ id: `${id}@${version}`, score })));
}

function builtAttributes(built: BuiltContext): Attributes {
  const { items, tokens, budget, index_position, input } = built;
  return {
    'crumbtrail.context.tokens': tokens.total,
    'crumbtrail.context.budget': budget.cap,
    'crumbtrail.context.candidates': items.length,
    'crumbtrail.context.kept': countDecisions(built).get('kept') ?? 0,
    'crumbtrail.context.as_of': input.as_of,
    'crumbtrail.context.index_position': index_position,
    ...(capturesContent()
      ? { 'gen_ai.retrieval.query.text': input.trigger.text, 'gen_ai.retrieval.documents': keptDocuments(built) }
      : {}),
  };
}

/** Runs the build of a turn's context in an OpenTelemetry span of the GenAI retrieval conventions. */
export function traceRetrieval(
  turn: { readonly id: string; readonly session?: string; readonly context: AgentTurnV1 },
  work: () => Promise<BuiltContext>,
): Promise<BuiltContext> {
  const attributes = {
    'gen_ai.operation.name': 'retrieval',
    'gen_ai.provider.name': 'crumbtrail',
    'gen_ai.data_source.id': 'breadcrumb-store',
    'gen_ai.agent.name': turn.context.agent,
    ...(turn.session === undefined ? {} : { 'gen_ai.conversation.id': turn.session }),
    'crumbtrail.turn': turn.id,
  };
  const plan = { name: 'retrieval breadcrumb-store', kind: SpanKind.INTERNAL, attributes };
  return inSpan(tracer, plan, async (span) => {
    const built = await work();
    span.setAttributes(builtAttributes(built));
    return built;
  });
}
