import {
  AgentDef,
  contentHash,
  singletonId,
  ToolDef,
  type AgentDefV1,
  type Contract,
  type Envelope,
  type Erased,
  type ToolDefV1,
  type Write,
} from '@crumbtrail/contracts';
import { PermanentError } from '@crumbtrail/platform';
import type { Tool } from '@crumbtrail/tool-runtime';

/** What an agent that is a service says of itself. */
export interface ServiceDefinitions {
  readonly definition: AgentDefV1;
  readonly tools: readonly Tool[];
}

/** A definition, where it stands, and what it says. */
export interface PublishedDefinition {
  readonly id: string;
  readonly contract: Contract;
  readonly context: Record<string, unknown>;
}

/** The agent's tools first, so that none is granted before it is there. The service runs what it defines. */
export function listDefinitions(workspace: string, { definition, tools }: ServiceDefinitions): PublishedDefinition[] {
  const { agent } = definition;
  const defined = tools.map(({ definition: tool }): PublishedDefinition => {
    const context: ToolDefV1 = { ...tool, runner: agent, source: tool.source ?? `service:${agent}` };
    return { id: singletonId(workspace, 'tool', tool.name), contract: ToolDef, context: { ...context } };
  });
  const itself: AgentDefV1 = { ...definition, runner: 'service' };
  return [...defined, { id: singletonId(workspace, 'agent', agent), contract: AgentDef, context: { ...itself } }];
}

const nameOf = ({ contract, context }: PublishedDefinition): string =>
  contract === ToolDef ? `the tool ${String(context['name'])}` : `the agent ${String(context['agent'])}`;

/** What must be written so that a definition stands as `agent` has it; undefined when it does. Throws where the name is not its own. */
export function definitionWrite(
  agent: string,
  own: PublishedDefinition,
  known: Envelope | Erased | null,
): Write | undefined {
  const { contract, context } = own;
  if (known === null) return { op: 'create', draft: { schema_name: contract.name, context } };
  if ('erased' in known) {
    throw new PermanentError(`${nameOf(own)} was erased, and what is erased is not made again: choose another name`);
  }
  const { kind, id } = known.author;
  if (kind !== 'agent' || id !== agent) {
    throw new PermanentError(`${nameOf(own)} is there already, made by ${kind} ${id}: choose another name`);
  }
  if (known.content_hash === contentHash(context)) return undefined;
  return { op: 'update', id: known.id, if_match: known.version, patch: { context } };
}
