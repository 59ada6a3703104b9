/** Stores every crumb, the log and the search index. */
export const BREADCRUMB_STORE = 'breadcrumb-store';
/** Decides which agents answer a crumb. */
export const CONDUCTOR = 'conductor';
/** Builds the contexts that agents get. */
export const CONTEXT_BUILDER = 'context-builder';
/** Runs the turns of agents that have no dedicated service. */
export const AGENT_EXECUTOR = 'agent-executor';
/** Runs tools. */
export const TOOL_RUNNER = 'tool-runner';
/** Writes the memories of agents. */
export const MEMORY_KEEPER = 'memory-keeper';
/** The HTTP API. */
export const GATEWAY = 'gateway';

/** Stands in tool requests for the client of the OpenAI protocol that brought the tool and runs it; no service has this name. */
export const CLIENT_RUNNER = 'openai-client';

/** All services of the stack. Any other NATS user is an agent that runs as its own service. */
export const SERVICES = [
  BREADCRUMB_STORE,
  CONDUCTOR,
  CONTEXT_BUILDER,
  AGENT_EXECUTOR,
  TOOL_RUNNER,
  MEMORY_KEEPER,
  GATEWAY,
] as const;

export type ServiceName = (typeof SERVICES)[number];

/** Whether this NATS user is a service of the stack, which acts for everybody. Any other acts only for its own agent. */
export function isServiceName(principal: string): principal is ServiceName {
  return (SERVICES as readonly string[]).includes(principal);
}
