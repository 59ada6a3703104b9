import { join, resolve } from 'node:path';
import {
  agentsNatsEnv,
  agentsNatsSettings,
  InvalidEnvironment,
  readEnv,
  serviceEnv,
  serviceSettings,
  settingsKey,
  type LogLevel,
  type NatsSettings,
  type Environment,
} from '@crumbtrail/platform';
import { z } from 'zod';
import { cellList, type CellSettings } from './cells/cell-settings';
import type { A2aSettings } from './a2a/a2a-settings';
import { cardKey } from './a2a/card-key';
import type { NatsAgentSettings } from './agents/agent-settings';
import type { WebhookSettings } from './webhooks/webhook-settings';
import type { SignInSettings } from './sign-in/sign-in-settings';
import { DEFAULT_REQUEST_LIMITS, type RequestLimits } from './http/limit-requests';

const limit = (initial: number): z.ZodDefault<z.ZodCoercedNumber> => z.coerce.number().min(0).default(initial);

const gatewayEnv = serviceEnv.extend({
  PORT: z.coerce.number().int().min(0).max(65535).default(7070),
  HOST: z.string().default('127.0.0.1'),
  ALLOWED_HOSTS: z.string().default(''),
  API_KEY_FILE: z.string().optional(),
  CRUMBTRAIL_HOME: z.string().optional(),
  CELLS: cellList,
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  A2A_CARD_KEY: cardKey.optional(),
  ...agentsNatsEnv.shape,
  AGENTS_NATS_HEARTBEAT_S: z.coerce.number().min(1).max(3_600).default(30),
  SETTINGS_KEY: settingsKey.optional(),
  WEBHOOK_PRIVATE_WORKSPACES: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean)),
  WEBHOOK_ATTEMPTS: z.coerce.number().int().min(1).max(100).default(20),
  WEBHOOK_RETRY_MS: z.coerce.number().int().min(10).max(300_000).default(1_000),
  KEY_REQUESTS_PER_SECOND: limit(DEFAULT_REQUEST_LIMITS.requestsPerSecond),
  KEY_MIB_PER_MINUTE: limit(DEFAULT_REQUEST_LIMITS.mebibytesPerMinute),
  WRONG_KEYS_PER_MINUTE: limit(DEFAULT_REQUEST_LIMITS.wrongKeysPerMinute),
});

/** How the gateway runs. */
export interface GatewayConfig {
  readonly bus: NatsSettings & { readonly service: string };
  /** Cells besides the gateway's own. */
  readonly cells: readonly CellSettings[];
  readonly http: {
    readonly port: number;
    readonly host: string;
    /** Names of this gateway besides the loopback address, if it listens there. */
    readonly allowedHosts: readonly string[];
  };
  /** What the console's sign-in page is told. */
  readonly signIn: SignInSettings;
  readonly limits: RequestLimits;
  /** Where published agents are found by others on NATS. */
  readonly agents: NatsAgentSettings;
  /** The key of the installation, with which keys of models and secrets of webhooks are encrypted. */
  readonly settingsKey?: Buffer;
  readonly webhooks: WebhookSettings;
  /** Where clients of A2A find the gateway. */
  readonly a2a: A2aSettings;
  readonly healthPort?: number;
  readonly logLevel: LogLevel;
}

/** Where the store of this machine has written the first key; nothing where the gateway has no folder in common with it. */
function findKeyFile(env: {
  readonly API_KEY_FILE?: string | undefined;
  readonly CRUMBTRAIL_HOME?: string | undefined;
}): SignInSettings {
  const { API_KEY_FILE: file, CRUMBTRAIL_HOME: home } = env;
  if (file !== undefined) return { keyFile: resolve(file) };
  return home === undefined ? {} : { keyFile: resolve(join(home, 'api-key')) };
}

/** How agents are published. */
function readAgents(env: z.infer<typeof gatewayEnv>, limits: RequestLimits): NatsAgentSettings {
  const nats = agentsNatsSettings(env, serviceSettings(env).nats);
  return { heartbeatMs: env.AGENTS_NATS_HEARTBEAT_S * 1_000, limits, ...(nats && { nats }) };
}

/** Signed cards name addresses of the installation only, and never one that a request has chosen. */
function readA2a({ PUBLIC_URL: url, A2A_CARD_KEY: key }: z.infer<typeof gatewayEnv>): A2aSettings {
  const publicUrl = url?.replace(/\/+$/, '');
  if (publicUrl !== undefined) return { publicUrl, ...(key && { signing: { key, publicUrl } }) };
  if (!key) return {};
  const reason = 'is missing: agent cards that are signed (A2A_CARD_KEY) name the address of the gateway';
  throw new InvalidEnvironment([{ variable: 'PUBLIC_URL', reason }]);
}

/** Reads the gateway's environment; all bad variables are reported together. */
export function gatewayConfig(env: Environment): GatewayConfig {
  const read = readEnv(gatewayEnv, env);
  const limits = {
    requestsPerSecond: read.KEY_REQUESTS_PER_SECOND,
    mebibytesPerMinute: read.KEY_MIB_PER_MINUTE,
    wrongKeysPerMinute: read.WRONG_KEYS_PER_MINUTE,
  };
  return {
    bus: { ...serviceSettings(read).nats, service: 'gateway' },
    cells: read.CELLS,
    http: { port: read.PORT, host: read.HOST, allowedHosts: read.ALLOWED_HOSTS.split(/[\s,]+/).filter(Boolean) },
    signIn: findKeyFile(read),
    limits,
    agents: readAgents(read, limits),
    ...(read.SETTINGS_KEY && { settingsKey: read.SETTINGS_KEY }),
    webhooks: {
      privateWorkspaces: read.WEBHOOK_PRIVATE_WORKSPACES,
      maxAttempts: read.WEBHOOK_ATTEMPTS,
      retryMs: read.WEBHOOK_RETRY_MS,
    },
    a2a: readA2a(read),
    ...(read.HEALTH_PORT === undefined ? {} : { healthPort: read.HEALTH_PORT }),
    logLevel: read.LOG_LEVEL,
  };
}
