import type { Environment } from '@crumbtrail/platform';
import { agentSettings, type AgentSettings } from '@crumbtrail/agent-kit';

/** The name that NATS and the store know this service by. */
export const SERVICE = 'agent-executor';

/** Its recipient name: it receives the contexts of agents that have no dedicated service. */
export const POOL = 'pool';

/** The environment as settings; throws BadEnvironment with every bad variable named. */
export function toConfig(environment: Environment): AgentSettings {
  return agentSettings(environment);
}
