import { agentSettings, type AgentSettings } from '@crumbtrail/agent-kit';

/** The name that NATS and the store know this service by. */
export const SERVICE = 'agent-executor';

/** Whose contexts it hears: those of agents that nobody else runs. */
export const POOL = 'pool';

/** The environment as settings; throws BadEnvironment with every bad variable named. */
export function toConfig(environment: Readonly<Record<string, string | undefined>> = process.env): AgentSettings {
  return agentSettings(environment);
}
