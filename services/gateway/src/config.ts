import { readEnv, serviceEnv, type LogLevel } from '@crumbtrail/platform';
import { z } from 'zod';
import { DEFAULT_REQUEST_LIMITS, type RequestLimits } from './http/limit-requests';

const limit = (initial: number): z.ZodDefault<z.ZodCoercedNumber> => z.coerce.number().min(0).default(initial);

const gatewayEnv = serviceEnv.extend({
  PORT: z.coerce.number().int().min(0).max(65535).default(7070),
  HOST: z.string().default('127.0.0.1'),
  ALLOWED_HOSTS: z.string().default(''),
  KEY_REQUESTS_PER_SECOND: limit(DEFAULT_REQUEST_LIMITS.requestsPerSecond),
  KEY_MIB_PER_MINUTE: limit(DEFAULT_REQUEST_LIMITS.mebibytesPerMinute),
  WRONG_KEYS_PER_MINUTE: limit(DEFAULT_REQUEST_LIMITS.wrongKeysPerMinute),
});

/** How the gateway runs. */
export interface GatewayConfig {
  readonly bus: {
    readonly servers: string;
    readonly service: string;
    readonly user?: string;
    readonly password?: string;
  };
  readonly http: {
    readonly port: number;
    readonly host: string;
    /** Names of this gateway besides the loopback address, if it listens there. */
    readonly allowedHosts: readonly string[];
  };
  readonly limits: RequestLimits;
  readonly healthPort?: number;
  readonly logLevel: LogLevel;
}

/** Reads the gateway's environment; all bad variables are reported together. */
export function gatewayConfig(env: Record<string, string | undefined> = process.env): GatewayConfig {
  const read = readEnv(gatewayEnv, env);
  return {
    bus: {
      servers: read.NATS_URL,
      service: 'gateway',
      ...(read.NATS_USER === undefined ? {} : { user: read.NATS_USER }),
      ...(read.NATS_PASSWORD === undefined ? {} : { password: read.NATS_PASSWORD }),
    },
    http: { port: read.PORT, host: read.HOST, allowedHosts: read.ALLOWED_HOSTS.split(/[\s,]+/).filter(Boolean) },
    limits: {
      requestsPerSecond: read.KEY_REQUESTS_PER_SECOND,
      mebibytesPerMinute: read.KEY_MIB_PER_MINUTE,
      wrongKeysPerMinute: read.WRONG_KEYS_PER_MINUTE,
    },
    ...(read.HEALTH_PORT === undefined ? {} : { healthPort: read.HEALTH_PORT }),
    logLevel: read.LOG_LEVEL,
  };
}
