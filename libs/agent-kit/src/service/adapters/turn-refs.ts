import {
  singletonId,
  stepId,
  toolRequestId,
  toolResponseId,
  type AgentContextV1,
  type AgentStepV1,
  type Ref,
  AgentStep,
} from '@crumbtrail/contracts';
import { castRef } from '@crumbtrail/prompting';
import type { CrumbCache, CrumbKey } from './crumb-cache';

/** A turn in its workspace. */
export interface Where {
  readonly workspace: string;
  readonly turn: string;
}

/** The singleton crumb with the prices of models. */
export const pricesOf = ({ workspace }: Where): CrumbKey => ({ id: singletonId(workspace, 'prices', 'prices') });

/** The model that an operator has connected in the workspace. */
export const connectedModelOf = ({ workspace }: Where): CrumbKey => ({ id: singletonId(workspace, 'model', 'model') });

/** The session that a context was built in. */
export function sessionOf({ workspace }: Where, { session }: AgentContextV1): CrumbKey | undefined {
  return session && { id: singletonId(workspace, 'session', session.name) };
}

/** References to a range of steps of a turn, whether or not they exist. */
export function stepRefs({ workspace, turn }: Where, from: number, count: number): CrumbKey[] {
  return Array.from({ length: count }, (_, at) => ({ id: stepId(workspace, turn, from + at) }));
}

/** Everything that a context refers to and a turn starts with. */
export function materialRefs(where: Where, context: AgentContextV1): CrumbKey[] {
  const session = sessionOf(where, context);
  const cast = castRef(context);
  const { definition, trigger, tools = [] } = context;
  const pinned = [definition, trigger, ...tools].map(({ id, version }): Ref => ({ id, version }));
  return [...pinned, ...(cast ? [cast] : []), ...(session ? [session] : [])];
}

/** The tool requests of some steps. */
export function requestRefs({ workspace, turn }: Where, steps: readonly AgentStepV1[]): CrumbKey[] {
  return steps.flatMap(({ step, calls }) =>
    calls
      .filter(({ error }) => !error)
      .map(({ ordinal }) => ({ id: toolRequestId(workspace, turn, { step, ordinal }) })),
  );
}

/** The tool responses to some steps, whether or not they exist yet. */
export function resultRefs(where: Where, steps: readonly AgentStepV1[]): CrumbKey[] {
  return requestRefs(where, steps).map(({ id }) => ({ id: toolResponseId(where.workspace, id) }));
}

/** Messages that steps name as injected. */
export function injectedRefs(steps: readonly AgentStepV1[]): Ref[] {
  return steps.flatMap(({ injected = [] }) => injected.map(({ id, version }) => ({ id, version })));
}

/** Existing steps, from the first up to a gap. */
export function stepsOn(crumbs: CrumbCache, refs: readonly CrumbKey[]): AgentStepV1[] {
  const steps: AgentStepV1[] = [];
  for (const ref of refs) {
    const step = crumbs.context(AgentStep.name, ref);
    if (!step) break;
    steps.push(step);
  }
  return steps;
}
