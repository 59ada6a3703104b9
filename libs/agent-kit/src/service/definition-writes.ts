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

/** The definitions of an agent that is a service, and of its tools. */
export interface ServiceDefinitions {
  readonly definition: AgentDefV1;
  readonly tools: readonly Tool[];
}

/** One definition with its id and schema. */
export interface PublishedDefinition {
  readonly id: string;
  readonly contract: Contract;
  readonly context: Record<string, unknown>;
}

/**
 * Lists the tools first, so that each exists before it is granted. The service is the runner of everything it defines.
 */
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

/**
 * The write that brings a stored definition up to date; undefined when it is. Throws when another author has used the
 * name.
 */
export function definitionWrite(
  agent: string,
  own: PublishedDefinition,
  known: Envelope | Erased | null,
): Write | undefined {
  const { contract, context } = own;
  if (known === null) return { op: 'create', draft: { schema_name: contract.name, context } };
  if ('erased' in known) {
    throw new PermanentError(`${nameOf(own)} was erased, and an erased name cannot be reused: choose another name`);
  }
  const { kind, id } = known.author;
  if (kind !== 'agent' || id !== agent) {
    throw new PermanentError(`${nameOf(own)} already exists, created by ${kind} ${id}: choose another name`);
  }
  if (known.content_hash === contentHash(context)) return undefined;
  return { op: 'update', id: known.id, if_match: known.version, patch: { context } };
}
