import { AgentDef, type AgentDefV1, type Issue } from '@crumbtrail/contracts';
import { checkHints } from '@crumbtrail/hints';

/** What is wrong with the paths that an agent's selectors match on; other schemas have none. */
export function checkDefinition(schemaName: string, context: Record<string, unknown>): Issue[] {
  if (schemaName !== AgentDef.name) return [];
  const { subscriptions } = context as unknown as AgentDefV1;
  return subscriptions.flatMap(({ match = [] }, s) =>
    match.flatMap(({ path }, m) =>
      checkHints({ include: [path] }).map((one) => ({ ...one, path: `/subscriptions/${s}/match/${m}/path` })),
    ),
  );
}
