import { TOOL_RUNNER } from '@crumbtrail/tool-runtime';
import { readEnv, serviceEnv, serviceSettings, type ServiceSettings } from '@crumbtrail/platform';
import { z } from 'zod';
import { readServers } from './mcp/read-servers';
import type { McpServer } from './mcp/servers-file';

/** The name that NATS, the store and requests know this service by. */
export const SERVICE = TOOL_RUNNER;

const shape = serviceEnv.extend({
  TOOL_SLOTS: z.coerce.number().int().min(1).max(256).default(16),
  MCP_SERVERS: z.string().optional(),
});

/** The service's settings. */
export interface ToolRunnerConfig extends ServiceSettings {
  readonly ackWaitMs: number;
  readonly claimTtlMs: number;
  /** Requests that run at once in this process. */
  readonly slots: number;
  /** Servers of the Model Context Protocol that lend tools. */
  readonly mcpServers: readonly McpServer[];
}

/** The environment as settings; throws BadEnvironment with every bad variable named. */
export function toConfig(environment: Readonly<Record<string, string | undefined>> = process.env): ToolRunnerConfig {
  const env = readEnv(shape, environment);
  return {
    ...serviceSettings(env),
    ackWaitMs: env.ACK_WAIT_MS,
    claimTtlMs: env.CLAIM_TTL_MS,
    slots: env.TOOL_SLOTS,
    mcpServers: readServers(env.MCP_SERVERS, environment),
  };
}
