import { AgentDef, checkConfig, ContextConfig, SchemaDef, type AgentDefV1, type Issue } from '@crumbtrail/contracts';
import { checkHints } from '@crumbtrail/hints';
import { checkSchemaDef } from '../schemas/check-schema-def';

/** What is wrong with the paths that an agent's selectors match on. */
function selectorIssues(context: Record<string, unknown>): Issue[] {
  const { subscriptions } = context as unknown as AgentDefV1;
  return subscriptions.flatMap(({ match = [] }, s) =>
    match.flatMap(({ path }, m) =>
      checkHints({ include: [path] }).map((one) => ({ ...one, path: `/subscriptions/${s}/match/${m}/path` })),
    ),
  );
}

/** What is wrong with how an agent's contexts are to be built. */
function agentIssues(context: Record<string, unknown>): Issue[] {
  const { context: config = {} } = context as unknown as AgentDefV1;
  const wrong = checkConfig(config).map((one) => ({ ...one, path: `/context${one.path}` }));
  return [...selectorIssues(context), ...wrong];
}

type Check = (context: Record<string, unknown>) => Issue[];

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  [AgentDef.name, agentIssues],
  [ContextConfig.name, checkConfig],
  [SchemaDef.name, checkSchemaDef],
]);

/** What is wrong with what a definition means, where its shape is right; most schemas define nothing. */
export function checkDefinition(schemaName: string, context: Record<string, unknown>): Issue[] {
  return CHECKS.get(schemaName)?.(context) ?? [];
}
