import {
  AgentContext,
  refuse,
  unpackAccount,
  type AccountItem,
  type AgentContextV1,
  type Envelope,
  type Erased,
  type Participant,
} from '@crumbtrail/contracts';
import type { BuildPlan } from '../plan/plan';

/** A context as it was recorded, its account read. */
export interface RecordedContext {
  readonly id: string;
  readonly context: AgentContextV1;
  /** Kept items first, in the order shown. */
  readonly items: readonly AccountItem[];
}

/** The crumb as a recorded context; refuses what is none, or is not there for who asks. */
export function readRecordedContext(id: string, crumb: Envelope | Erased | null | undefined): RecordedContext {
  if (!crumb) throw refuse('not_found', `There is no context ${id} that you may read.`);
  if ('erased' in crumb) throw refuse('erased', `The context ${id} was erased at ${crumb.erased_at}.`);
  if (crumb.schema_name !== AgentContext.name)
    throw refuse('not_found', `${id} is no context; it is ${crumb.schema_name}. Take the id of an agent.context.`);
  const context = crumb.context as unknown as AgentContextV1;
  return { id, context, items: unpackAccount(context.account) };
}

/** The plan that it was built by. */
export function recordedPlan({ context }: RecordedContext): BuildPlan {
  return { ...context.plan, format: context.format } as unknown as BuildPlan;
}

/** Those among whom names were given, in that order. */
export function recordedSpeakers({ context }: RecordedContext): Participant[] {
  return (context.speakers ?? []).map(([kind, id]) => ({ kind, id }) as Participant);
}
