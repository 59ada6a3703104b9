import {
  singletonId,
  stepId,
  toolRequestId,
  toolResponseId,
  type AgentContextV1,
  type AgentStepV1,
  type Ref,
} from '@crumbtrail/contracts';
import type { CrumbCache, CrumbKey } from './crumb-cache';

/** A turn by its workspace. */
export interface Where {
  readonly workspace: string;
  readonly turn: string;
}

/** The one crumb that says what models cost. */
export const pricesOf = ({ workspace }: Where): CrumbKey => ({ id: singletonId(workspace, 'prices', 'prices') });

/** The session that a context was built in. */
export function sessionOf({ workspace }: Where, { session }: AgentContextV1): CrumbKey | undefined {
  return session && { id: singletonId(workspace, 'session', session.name) };
}

/** Some steps of a turn, those before and after included, whether or not they are there. */
export function stepRefs({ workspace, turn }: Where, from: number, count: number): CrumbKey[] {
  return Array.from({ length: count }, (_, at) => ({ id: stepId(workspace, turn, from + at) }));
}

/** What a context names: all that its turn begins with. */
export function materialRefs(where: Where, context: AgentContextV1): CrumbKey[] {
  const session = sessionOf(where, context);
  const { definition, trigger, tools = [] } = context;
  const pinned = [definition, trigger, ...tools].map(({ id, version }): Ref => ({ id, version }));
  return [...pinned, ...(session ? [session] : [])];
}

/** What the calls of some steps requested. */
export function requestRefs({ workspace, turn }: Where, steps: readonly AgentStepV1[]): CrumbKey[] {
  return steps.flatMap(({ step, calls }) =>
    calls
      .filter(({ error }) => !error)
      .map(({ ordinal }) => ({ id: toolRequestId(workspace, turn, { step, ordinal }) })),
  );
}

/** Where the answers to the calls of some steps are, once they are there. */
export function resultRefs(where: Where, steps: readonly AgentStepV1[]): CrumbKey[] {
  return requestRefs(where, steps).map(({ id }) => ({ id: toolResponseId(where.workspace, id) }));
}

/** Messages that steps have told of. */
export function injectedRefs(steps: readonly AgentStepV1[]): Ref[] {
  return steps.flatMap(({ injected = [] }) => injected.map(({ id, version }) => ({ id, version })));
}

/** Steps that are there, from the first on without a gap. */
export function stepsOn(crumbs: CrumbCache, refs: readonly CrumbKey[]): AgentStepV1[] {
  const steps: AgentStepV1[] = [];
  for (const ref of refs) {
    const step = crumbs.context<AgentStepV1>(ref);
    if (!step) break;
    steps.push(step);
  }
  return steps;
}
