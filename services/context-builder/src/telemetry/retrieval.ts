import type { AgentTurnV1 } from '@crumbtrail/contracts';
import { capturesContent, inSpan } from '@crumbtrail/platform';
import { type Attributes, SpanKind, trace } from '@opentelemetry/api';
import type { BuiltContext } from '../explain/account';

const tracer = trace.getTracer('@crumbtrail/context-builder');

/** Candidates by what became of them. */
export function countDecisions({ items }: Pick<BuiltContext, 'items'>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { decision } of items) counts.set(decision, (counts.get(decision) ?? 0) + 1);
  return counts;
}

/** Which crumbs the context holds, by id; what they say stays where an erasure finds it. */
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

/** The build of a turn's context: what is looked for, found, and chosen. */
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
