import type { SourcePlan } from '@crumbtrail/contracts';

/** The sources of a plan by whether the turn waits for them. */
export interface DividedSources {
  readonly awaited: readonly SourcePlan[];
  /** What they find outside the session is left out where it does not come in time. */
  readonly limited: readonly SourcePlan[];
  /** The shortest limit of the limited sources, in milliseconds: it holds for all of them. Infinity if there are none. */
  readonly timeoutMs: number;
}

/** How long the build waits for what a source finds outside the session; undefined where it waits for all of it. */
function timeoutOf(plan: SourcePlan, recallTimeoutMs: number): number | undefined {
  if (plan.scope === 'session') return undefined;
  const recalls = plan.took_part === true || plan.type === 'memory';
  return plan.timeout_ms ?? (recalls ? recallTimeoutMs : undefined);
}

/** The part of a memory source that a turn waits for: messages that have left the window stand in the memory of the session alone. */
const ownMemory = (plan: SourcePlan): SourcePlan => ({ ...plan, scope: 'session', memories: 'session' });

/** Divides the sources of a plan. The memory of the session itself is always waited for. */
export function divideSources(
  sources: readonly SourcePlan[],
  { session, recallTimeoutMs }: { readonly session: string | undefined; readonly recallTimeoutMs: number },
): DividedSources {
  const timeouts = new Map(sources.map((plan) => [plan.name, timeoutOf(plan, recallTimeoutMs)]));
  const limited = sources.filter(({ name }) => timeouts.get(name) !== undefined);
  const hasSession = session !== undefined;
  const awaited = sources.flatMap((plan) => {
    if (timeouts.get(plan.name) === undefined) return [plan];
    return plan.type === 'memory' && hasSession ? [ownMemory(plan)] : [];
  });
  return { awaited, limited, timeoutMs: Math.min(...limited.map(({ name }) => timeouts.get(name) ?? Infinity)) };
}
