import { z } from 'zod';
import { errorMessage } from './errors';
import { readTextFile } from './read-text-file';

/** An invalid variable, and why. */
export interface InvalidVariable {
  readonly variable: string;
  readonly reason: string;
}

/** Thrown with every invalid variable of a process, by name. */
export class InvalidEnvironment extends Error {
  override readonly name = 'BadEnvironment';
  constructor(readonly variables: readonly InvalidVariable[]) {
    super(`the environment is not usable: ${variables.map((bad) => `${bad.variable} ${bad.reason}`).join('; ')}`);
  }
}

/** Environment variables. In a process that a service shares with others they are not those of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

function readSecret(name: string, path: string, bad: InvalidVariable[]): string | undefined {
  try {
    return readTextFile(path).replace(/\r?\n$/, '');
  } catch (error) {
    bad.push({ variable: `${name}_FILE`, reason: `cannot be read: ${errorMessage(error)}` });
    return undefined;
  }
}

function valueOf(name: string, env: Environment, bad: InvalidVariable[]): string | undefined {
  const plain = env[name] || undefined;
  const path = env[`${name}_FILE`] || undefined;
  if (path === undefined) return plain;
  if (plain === undefined) return readSecret(name, path, bad);
  bad.push({ variable: name, reason: `is given twice: unset it or ${name}_FILE` });
  return undefined;
}

/**
 * Reads a process's environment into typed values. Any variable may come from a file instead (`NAME_FILE`, one trailing newline dropped);
 * an empty variable counts as unset. Throws {@link InvalidEnvironment} with every invalid variable named.
 */
export function readEnv<S extends z.ZodObject>(shape: S, env: Environment): z.infer<S> {
  const bad: InvalidVariable[] = [];
  const values = Object.fromEntries(Object.keys(shape.shape).map((name) => [name, valueOf(name, env, bad)]));
  const parsed = shape.safeParse(values);
  const failed = new Set(bad.map((one) => one.variable.replace(/_FILE$/, '')));
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0] ?? 'settings');
    if (failed.has(name)) continue;
    const variable = issue.path.length > 0 ? issue.path.join('.') : name;
    bad.push({ variable, reason: values[name] === undefined ? 'is missing' : `is wrong: ${issue.message}` });
  }
  if (bad.length > 0 || !parsed.success) throw new InvalidEnvironment(bad);
  return parsed.data;
}

const milliseconds = z.coerce.number().int().min(50);

/** The variables that every service reads; a service extends them with its own. */
export const serviceEnv = z.object({
  NATS_URL: z.string().default('nats://127.0.0.1:4222'),
  NATS_USER: z.string().optional(),
  NATS_PASSWORD: z.string().optional(),
  NATS_CREDS: z.string().optional(),
  NATS_TLS_CA: z.string().optional(),
  NATS_TLS_CERT: z.string().optional(),
  NATS_TLS_KEY: z.string().optional(),
  NATS_REQUESTS: z.enum(['direct', 'broker']).optional(),
  HEALTH_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ACK_WAIT_MS: milliseconds.default(30_000),
  CLAIM_TTL_MS: milliseconds.default(30_000),
});

/** The typed values of {@link serviceEnv}. */
export type ServiceEnv = z.infer<typeof serviceEnv>;

/** PEM texts for the connection to NATS. Each is optional: without them a server that demands TLS is trusted if Node trusts its certificate. */
export interface NatsTls {
  /** The certificates of the authorities that sign those of the servers. */
  readonly ca?: string;
  /** The certificate and the private key of this service, for servers that verify their clients. */
  readonly cert?: string;
  readonly key?: string;
}

/** Where NATS is, and how a service proves who it is: by user and password, or by credentials. */
export interface NatsSettings {
  /** URLs, separated by commas. */
  readonly servers: string;
  readonly user?: string;
  readonly password?: string;
  /** The text of a credentials file: a user's JWT and its seed. */
  readonly credentials?: string;
  readonly tls?: NatsTls;
  /** Requests to services of this process that this user may send do not pass the broker. Default: all do. */
  readonly direct?: boolean;
}

/** The settings that every service has, grouped. */
export interface ServiceSettings {
  readonly nats: NatsSettings;
  readonly healthPort?: number;
  readonly logLevel: ServiceEnv['LOG_LEVEL'];
}

const isGiven = (value: string | undefined): boolean => value !== undefined;

/** Throws {@link InvalidEnvironment} where two settings of the connection contradict each other. */
function requireConsistentLogin(env: ServiceEnv): void {
  const isPaired = isGiven(env.NATS_TLS_CERT) === isGiven(env.NATS_TLS_KEY);
  const hasTwoLogins = isGiven(env.NATS_CREDS) && isGiven(env.NATS_USER);
  const bad = [
    ...(isPaired
      ? []
      : [{ variable: 'NATS_TLS_CERT', reason: 'and NATS_TLS_KEY belong together: set both or neither' }]),
    ...(hasTwoLogins ? [{ variable: 'NATS_CREDS', reason: 'is given besides NATS_USER: unset one of them' }] : []),
  ];
  if (bad.length > 0) throw new InvalidEnvironment(bad);
}

function natsSettings(env: ServiceEnv): NatsSettings {
  requireConsistentLogin(env);
  const { NATS_TLS_CA: ca, NATS_TLS_CERT: cert, NATS_TLS_KEY: key } = env;
  const hasTls = [ca, cert].some(isGiven);
  return {
    servers: env.NATS_URL,
    user: env.NATS_USER,
    password: env.NATS_PASSWORD,
    credentials: env.NATS_CREDS,
    ...(env.NATS_REQUESTS === 'direct' ? { direct: true } : {}),
    ...(hasTls ? { tls: { ca, cert, key } } : {}),
  };
}

/** Groups the shared settings from a service's environment. Throws {@link InvalidEnvironment} where they contradict each other. */
export function serviceSettings(env: ServiceEnv): ServiceSettings {
  return {
    nats: natsSettings(env),
    healthPort: env.HEALTH_PORT,
    logLevel: env.LOG_LEVEL,
  };
}

/** The variables of a service that meets agents on NATS. */
export const agentsNatsEnv = z.object({
  AGENTS_NATS_URL: z.string().optional(),
  AGENTS_NATS_USER: z.string().optional(),
  AGENTS_NATS_PASSWORD: z.string().optional(),
  AGENTS_NATS_CREDS: z.string().optional(),
});

/** The NATS server on which agents meet, with a login of its own and the TLS of the other one; undefined where `AGENTS_NATS_URL` is not set. */
export function agentsNatsSettings(
  env: z.infer<typeof agentsNatsEnv>,
  { tls }: NatsSettings,
): NatsSettings | undefined {
  const { AGENTS_NATS_URL: servers, AGENTS_NATS_USER: user, AGENTS_NATS_PASSWORD: password } = env;
  if (servers === undefined) return undefined;
  return { servers, user, password, credentials: env.AGENTS_NATS_CREDS, ...(tls && { tls }) };
}
