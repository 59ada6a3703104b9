import { refuse, ToolRequest, ToolTry, type ToolRequestV1, type ToolTryV1 } from '@crumbtrail/contracts';
import type { Ledger } from './ledger';
import { TOOL_RUNNER } from './own-service';
import { keyOf, versionKey, type CrumbRecord } from './records';

/** Where a claim on running a tool is kept. */
export const toolClaim = (request: string): string => `tool:${request}`;

const TOOL = toolClaim('');

/** The tool request whose work a claim's key names; null for any other key. */
export const requestOfClaim = (key: string): string | null => (key.startsWith(TOOL) ? key.slice(TOOL.length) : null);

/** What is asked of a tool: by an agent in its turn, or by an operator who tries it. */
export type AskedOfTool = ToolRequestV1 | ToolTryV1;

/** A tool request as it was kept. */
export interface ToolRequestCrumb<Asked extends AskedOfTool = AskedOfTool> {
  readonly crumb: CrumbRecord;
  readonly asked: Asked;
}

const ASKS: ReadonlySet<string | undefined> = new Set([ToolRequest.name, ToolTry.name]);

/** Is it of a turn, and not an operator's try? */
export const isOfTurn = (request: ToolRequestCrumb): request is ToolRequestCrumb<ToolRequestV1> =>
  request.crumb.schema_name === ToolRequest.name;

/** The crumb, where it is a tool request; undefined for anything else. */
export function toolRequestAt(workspace: string, id: string, ledger: Ledger): ToolRequestCrumb | undefined {
  const crumb = ledger.crumbs.get(keyOf(workspace, id));
  const asked = ledger.versions.get(versionKey(workspace, id, 1))?.context as unknown as AskedOfTool | undefined;
  return crumb && ASKS.has(crumb.schema_name) && asked ? { crumb, asked } : undefined;
}

/** The tool request, or why nothing can be done for it. */
export function toolRequest(workspace: string, id: string, ledger: Ledger): ToolRequestCrumb {
  const found = toolRequestAt(workspace, id, ledger);
  if (found) return found;
  const crumb = ledger.crumbs.get(keyOf(workspace, id));
  if (ASKS.has(crumb?.schema_name)) throw refuse('erased', `The tool request ${id} was erased.`);
  throw refuse('not_found', `No tool request ${id} in this workspace.`);
}

/** Who hears of tools and is no participant. */
const NOBODY: ReadonlySet<unknown> = new Set(['pool', TOOL_RUNNER, undefined]);

/** Who reads what an agent asks of a tool: itself, and the services that run it or wait for it. */
export function readersOf(agent: string, { runner, reply_to }: Record<string, unknown>): readonly string[] {
  const others = [runner, reply_to].filter((one): one is string => !NOBODY.has(one));
  return [...new Set([agent, ...others])];
}
