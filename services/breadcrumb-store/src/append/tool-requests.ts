import {
  CLIENT_RUNNER,
  agentName,
  TOOL_RUNNER,
  refuse,
  ToolRequest,
  ToolTry,
  type ToolRequestV1,
  type ToolTryV1,
  asPayload,
} from '@crumbtrail/contracts';
import type { Ledger } from '../ledger/ledger';
import { keyOf, versionKey, type CrumbRecord } from '../ledger/stored-rows';

/** The payload of a tool request: an agent's, made in a turn, or an operator's tool trial. */
export type ToolRequestPayload = ToolRequestV1 | ToolTryV1;

/** A stored tool request. */
export interface ToolRequestCrumb<Asked extends ToolRequestPayload = ToolRequestPayload> {
  readonly crumb: CrumbRecord;
  readonly payload: Asked;
}

/** Was it made in a turn? Else an operator tries a tool. */
export const isFromTurn = (request: ToolRequestCrumb): request is ToolRequestCrumb<ToolRequestV1> =>
  request.crumb.schema_name === ToolRequest.name;

/** The crumb, where it is a tool request; undefined for anything else. */
export function findToolRequest(workspace: string, id: string, ledger: Ledger): ToolRequestCrumb | undefined {
  const crumb = ledger.crumbs.get(keyOf(workspace, id));
  const context = ledger.versions.get(versionKey(workspace, id, 1))?.context;
  if (!crumb || !context) return undefined;
  if (crumb.schema_name === ToolRequest.name) return { crumb, payload: asPayload(ToolRequest.name, context) };
  return crumb.schema_name === ToolTry.name ? { crumb, payload: asPayload(ToolTry.name, context) } : undefined;
}

/** The tool request. Refuses one that was erased or never existed. */
export function requireToolRequest(workspace: string, id: string, ledger: Ledger): ToolRequestCrumb {
  const found = findToolRequest(workspace, id, ledger);
  if (found) return found;
  const crumb = ledger.crumbs.get(keyOf(workspace, id));
  if (crumb?.schema_name === ToolRequest.name || crumb?.schema_name === ToolTry.name)
    throw refuse('erased', `The tool request ${id} was erased.`);
  throw refuse('not_found', `No tool request ${id} in this workspace.`);
}

/** Recipients of tool events that are not participants, and so are in no audience. */
const NOT_PARTICIPANTS: ReadonlySet<unknown> = new Set(['pool', TOOL_RUNNER, CLIENT_RUNNER, undefined]);

/** Is it run by the client that sent the message of its turn? */
export const isRunByClient = ({ payload }: ToolRequestCrumb): boolean => payload.runner === CLIENT_RUNNER;

/** The audience of a tool request: its agent, and the agents' services that run it or wait for its response. */
export function toolReaders(agent: string, { runner, reply_to }: Record<string, unknown>): readonly string[] {
  const others = [runner, reply_to].filter((one): one is string => !NOT_PARTICIPANTS.has(one));
  return [...new Set([agent, ...others].map(agentName))];
}
