import { TOOL_RUNNER } from '@crumbtrail/tool-runtime';
import {
  readEnv,
  serviceEnv,
  serviceSettings,
  settingsKey,
  type Environment,
  type ServiceSettings,
} from '@crumbtrail/platform';
import { z } from 'zod';
import { readServers } from './mcp/read-servers';
import type { SavedServerRules } from './mcp/saved-server';
import type { McpServer } from './mcp/servers-file';
import type { SecretSettings } from './sandbox/secret-lookup';
import type { FetchRules } from './web/ruled-fetch';
import type { WebSettings } from './web-tools';

/** The name of this service in NATS, the store and tool requests. */
export const SERVICE = TOOL_RUNNER;

/** A host name, `*.` and a host name, or `*`. */
const HOST_PATTERN = /^(?:\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+)$/;

const hostList = z
  .string()
  .transform((list) =>
    list
      .toLowerCase()
      .split(',')
      .map((host) => host.trim())
      .filter((host) => host !== ''),
  )
  .pipe(z.array(z.string().regex(HOST_PATTERN, 'must be host names such as example.org or *.example.org, or *')));

/** A secret of the environment; one without hosts goes to all that are allowed, one without workspaces is for `default` alone, whose operators run the installation. */
const secret = z.union([
  z
    .string()
    .min(1)
    .transform((value) => ({ value, hosts: ['*'], tools: ['*'], workspaces: ['default'] })),
  z.strictObject({
    value: z.string().min(1),
    hosts: z.array(z.string().regex(HOST_PATTERN)).min(1).default(['*']),
    tools: z.array(z.string().min(1)).min(1).default(['*']),
    workspaces: z.array(z.string().min(1)).min(1).default(['default']),
  }),
]);

/** Names of secrets with their values, as JSON. */
const secretList = z
  .string()
  .transform((text, issues) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      issues.addIssue({ code: 'custom', message: 'must be JSON such as {"WEATHER_KEY": "…"}' });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be names such as WEATHER_KEY'), secret));

const workspaceList = (otherwise: string) =>
  z
    .string()
    .default(otherwise)
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    );

const shape = serviceEnv.extend({
  TOOL_SLOTS: z.coerce.number().int().min(1).max(256).default(16),
  MCP_SERVERS: z.string().optional(),
  MCP_PRIVATE_WORKSPACES: workspaceList('default'),
  MCP_COMMAND_WORKSPACES: workspaceList(''),
  VISIT_LINK_HOSTS: hostList.optional(),
  WEB_SEARCH_URL: z.url({ protocol: /^https?$/ }).optional(),
  WEB_SEARCH_KEY: z.string().optional(),
  TOOL_SECRETS: secretList.optional(),
  SETTINGS_KEY: settingsKey.optional(),
});

/** The service's settings. */
export interface ToolRunnerConfig extends ServiceSettings {
  readonly ackWaitMs: number;
  readonly claimTtlMs: number;
  /** Requests that run concurrently in this process. */
  readonly slots: number;
  /** MCP servers that provide tools. */
  readonly mcpServers: readonly McpServer[];
  /** Which MCP servers operators of workspaces may save. */
  readonly savedServers: Omit<SavedServerRules, 'secretOf'>;
  readonly web: WebSettings;
  /** What the code of tools may reach. */
  readonly code: { readonly rules: FetchRules; readonly secrets: SecretSettings };
}

/** Parses the environment; throws BadEnvironment with the name of every invalid variable. */
export function toConfig(environment: Environment): ToolRunnerConfig {
  const env = readEnv(shape, environment);
  return {
    ...serviceSettings(env),
    ackWaitMs: env.ACK_WAIT_MS,
    claimTtlMs: env.CLAIM_TTL_MS,
    slots: env.TOOL_SLOTS,
    mcpServers: readServers(env.MCP_SERVERS, environment),
    savedServers: { privateWorkspaces: env.MCP_PRIVATE_WORKSPACES, commandWorkspaces: env.MCP_COMMAND_WORKSPACES },
    code: {
      rules: { hosts: env.VISIT_LINK_HOSTS ?? [] },
      secrets: { ofEnvironment: new Map(Object.entries(env.TOOL_SECRETS ?? {})), settingsKey: env.SETTINGS_KEY },
    },
    web: { hosts: env.VISIT_LINK_HOSTS ?? [], search: { url: env.WEB_SEARCH_URL, key: env.WEB_SEARCH_KEY } },
  };
}
