import { activeOverrides, overridesOf, type Envelope, type SessionOverrideV1 } from '@crumbtrail/contracts';
import type { PlanOverrides } from '../plan/plan';
import type { AppliedScene } from './scenes';

/**
 * What operators put before the agents of a session, as its most specific scene: a scenario that replaces all others, and injections.
 * Undefined where none of it applies at this time, ISO 8601.
 */
export function overridingScene(
  { id, version, position, author, context }: Envelope<SessionOverrideV1>,
  now: string,
): AppliedScene | undefined {
  const active = activeOverrides(context, now);
  const scenario = overridesOf(active, 'scenario').at(-1)?.text;
  const injections = overridesOf(active, 'inject').map(({ id: name, text, position: slot, depth, role, turns }) => ({
    // An id of its own: it does not replace an injection of a scene.
    id: `override-${name}`,
    text,
    ...(slot === undefined ? {} : { position: slot }),
    ...(depth === undefined ? {} : { depth }),
    ...(role === undefined ? {} : { role }),
    ...(turns === undefined ? {} : { turns }),
  }));
  if (scenario === undefined && injections.length === 0) return undefined;
  const scene = { session: context.session, ...(scenario === undefined ? {} : { scenario }), injections };
  return { id, version, position, author, scene };
}

/** The budget that operators gave the session, as the first override of a plan; empty where none applies at this time. */
export function overridingBudget(override: SessionOverrideV1 | undefined, now: string): PlanOverrides[] {
  const budget = overridesOf(activeOverrides(override, now), 'budget').at(-1);
  return budget === undefined ? [] : [{ budget: { max_tokens: budget.max_tokens } }];
}
