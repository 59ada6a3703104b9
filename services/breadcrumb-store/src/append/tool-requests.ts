import { refuse, ToolRequest, ToolTry, type ToolRequestV1, type ToolTryV1 } from '@crumbtrail/contracts';
import type { Ledger } from '../ledger/ledger';
import { TOOL_RUNNER } from '../identity/agent-services';
import { keyOf, versionKey, type CrumbRecord } from '../ledger/stored-rows';

/** Where a claim on running a tool is kept. */
export const toolClaimKey = (request: string): string => `tool:${request}`;

const TOOL = toolClaimKey('');

/** The tool request whose work a claim's key names; null for any other key. */
export const toolRequestIdOfClaim = (key: string): string | null =>
  key.startsWith(TOOL) ? key.slice(TOOL.length) : null;

/** What is asked of a tool: by an agent in its turn, or by an operator who tries it. */
export type ToolRequestPayload = ToolRequestV1 | ToolTryV1;

/** A tool request as it was kept. */
export interface ToolRequestCrumb<Asked extends ToolRequestPayload = ToolRequestPayload> {
  readonly crumb: CrumbRecord;
  readonly payload: Asked;
}

const ASKS: ReadonlySet<string | undefined> = new Set([ToolRequest.name, ToolTry.name]);

/** Is it of a turn, and not an operator's try? */
export const isFromTurn = (request: ToolRequestCrumb): request is ToolRequestCrumb<ToolRequestV1> =>
  request.crumb.schema_name === ToolRequest.name;

/** The crumb, where it is a tool request; undefined for anything else. */
export function findToolRequest(workspace: string, id: string, ledger: Ledger): ToolRequestCrumb | undefined {
  const crumb = ledger.crumbs.get(keyOf(workspace, id));
  const payload = ledger.versions.get(versionKey(workspace, id, 1))?.context as unknown as
    ToolRequestPayload | undefined;
  return crumb && ASKS.has(crumb.schema_name) && payload ? { crumb, payload } : undefined;
}

/** The tool request, or why nothing can be done for it. */
export function requireToolRequest(workspace: string, id: string, ledger: Ledger): ToolRequestCrumb {
  const found = findToolRequest(workspace, id, ledger);
  if (found) return found;
  const crumb = ledger.crumbs.get(keyOf(workspace, id));
  if (ASKS.has(crumb?.schema_name)) throw refuse('erased', `The tool request ${id} was erased.`);
  throw refuse('not_found', `No tool request ${id} in this workspace.`);
}

/** Who hears of tools and is no participant. */
const NOT_PARTICIPANTS: ReadonlySet<unknown> = new Set(['pool', TOOL_RUNNER, undefined]);

/** Who reads what an agent asks of a tool: itself, and the services that run it or wait for it. */
export function toolReaders(agent: string, { runner, reply_to }: Record<string, unknown>): readonly string[] {
  const others = [runner, reply_to].filter((one): one is string => !NOT_PARTICIPANTS.has(one));
  return [...new Set([agent, ...others])];
}
