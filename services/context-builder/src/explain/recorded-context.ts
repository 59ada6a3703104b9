import {
  AgentContext,
  refuse,
  unpackAccount,
  type AccountItem,
  type AgentContextV1,
  type Envelope,
  type Erased,
  type Participant,
  asPayload,
} from '@crumbtrail/contracts';
import type { BuildPlan } from '../plan/plan';

/** A recorded context with its account unpacked. */
export interface RecordedContext {
  readonly id: string;
  readonly context: AgentContextV1;
  /** Kept items first, in the order shown. */
  readonly items: readonly AccountItem[];
}

/** Reads a crumb as a recorded context; refuses one that is missing, erased or of another schema. `unpack`: reads its account. Default: all items. */
export function readRecordedContext(
  id: string,
  crumb: Envelope | Erased | null | undefined,
  unpack: (account: AgentContextV1['account']) => AccountItem[] = unpackAccount,
): RecordedContext {
  if (!crumb) throw refuse('not_found', `There is no context ${id} that this caller may read.`);
  if ('erased' in crumb) throw refuse('erased', `The context ${id} was erased at ${crumb.erased_at}.`);
  if (crumb.schema_name !== AgentContext.name)
    throw refuse(
      'not_found',
      `${id} is not a context but ${crumb.schema_name}. Use the id of an agent.context breadcrumb.`,
    );
  const context = asPayload(AgentContext.name, crumb.context);
  return { id, context, items: unpack(context.account) };
}

/** The plan that the context was built with. */
export function recordedPlan({ context }: RecordedContext): BuildPlan {
  // The schema leaves the plan open, so that a build may record settings that older readers do not know.
  return { ...context.plan, format: context.format } as unknown as BuildPlan;
}

/** The participants, besides the session's members, that names were chosen among, in that order. */
export function recordedSpeakers({ context }: RecordedContext): Participant[] {
  return (context.speakers ?? []).map(([kind, id]) => ({ kind, id }) as Participant);
}
