import { ToolDef, toJsonObject, type Crumb, type ToolDefV1, type Write } from '@crumbtrail/contracts';
import { SERVICE } from '../config';

/** How the reasons begin that this service gives and takes back. */
const NO_RUNNER = 'No process runs it: ';

/** Why no process runs a tool. */
function whyNotRun(runner: string): string {
  if (runner === SERVICE) return `${NO_RUNNER}it has no \`code\`, and ${SERVICE} has no tool of this name.`;
  return `${NO_RUNNER}no service ${runner} has ever been connected. Start it, or correct \`runner\`.`;
}

/** What of a definition decides whether somebody runs it. */
export type RunFacts = Pick<ToolDefV1, 'name' | 'runner' | 'code'>;

/** Definitions of this service and of other runners say themselves what they lack; those of MCP servers come and go with these. */
function saysItself({ author, context }: Crumb<typeof ToolDef>): boolean {
  const { runner = SERVICE, source = '' } = context;
  return author.kind === 'service' || (author.kind === 'agent' && author.id === runner) || source.startsWith('mcp:');
}

function markOf(definition: Crumb<typeof ToolDef>, isRun: (facts: RunFacts) => boolean): Write | null {
  if (saysItself(definition)) return null;
  const { unavailable, ...context } = definition.context;
  const isMarked = unavailable?.startsWith(NO_RUNNER) === true;
  if (unavailable !== undefined && !isMarked) return null;
  const reason = isRun(context) ? undefined : whyNotRun(context.runner ?? SERVICE);
  if (reason === unavailable) return null;
  const marked = reason === undefined ? context : { ...context, unavailable: reason };
  const { id, version } = definition;
  return { op: 'update', id, if_match: version, patch: { context: toJsonObject(marked) } };
}

/**
 * The writes that say of definitions that nobody runs that they are unavailable, and no longer say so where somebody does: what is unavailable is offered to no agent, so
 * that no call waits for a result that cannot come.
 */
export function runnerMarks(
  definitions: readonly Crumb<typeof ToolDef>[],
  isRun: (facts: RunFacts) => boolean,
): Write[] {
  return definitions.map((one) => markOf(one, isRun)).filter((write) => write !== null);
}
