import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { messageOf } from './errors';

/** One variable that cannot be used, and why. */
export interface BadVariable {
  readonly variable: string;
  readonly reason: string;
}

/** Every bad variable of a process at once, by name. */
export class BadEnvironment extends Error {
  override readonly name = 'BadEnvironment';
  constructor(readonly variables: readonly BadVariable[]) {
    super(`the environment is not usable: ${variables.map((bad) => `${bad.variable} ${bad.reason}`).join('; ')}`);
  }
}

type Raw = Record<string, string | undefined>;

function readSecret(name: string, path: string, bad: BadVariable[]): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    bad.push({ variable: `${name}_FILE`, reason: `cannot be read: ${messageOf(error)}` });
    return undefined;
  }
}

function valueOf(name: string, env: Raw, bad: BadVariable[]): string | undefined {
  const plain = env[name] || undefined;
  const path = env[`${name}_FILE`] || undefined;
  if (path === undefined) return plain;
  if (plain === undefined) return readSecret(name, path, bad);
  bad.push({ variable: name, reason: `is given twice: unset it or ${name}_FILE` });
  return undefined;
}

/**
 * Reads a process's environment into typed values. Any variable may come from a file instead (`NAME_FILE`, one trailing
 * newline dropped); an empty variable counts as unset. Throws {@link BadEnvironment} with every bad variable named.
 */
export function readEnv<S extends z.ZodObject>(shape: S, env: Raw): z.infer<S> {
  const bad: BadVariable[] = [];
  const values = Object.fromEntries(Object.keys(shape.shape).map((name) => [name, valueOf(name, env, bad)]));
  const parsed = shape.safeParse(values);
  const failed = new Set(bad.map((one) => one.variable.replace(/_FILE$/, '')));
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0] ?? 'settings');
    if (failed.has(name)) continue;
    const variable = issue.path.length > 0 ? issue.path.join('.') : name;
    bad.push({ variable, reason: values[name] === undefined ? 'is missing' : `is wrong: ${issue.message}` });
  }
  if (bad.length > 0 || !parsed.success) throw new BadEnvironment(bad);
  return parsed.data;
}

const milliseconds = z.coerce.number().int().min(50);

/** What every station reads; a station extends it with its own. */
export const stationEnv = z.object({
  NATS_URL: z.string().default('nats://127.0.0.1:4222'),
  NATS_USER: z.string().optional(),
  NATS_PASSWORD: z.string().optional(),
  HEALTH_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ACK_WAIT_MS: milliseconds.default(30_000),
  CLAIM_TTL_MS: milliseconds.default(30_000),
});

/** The typed values of {@link stationEnv}. */
export type StationEnv = z.infer<typeof stationEnv>;

/** What every station's settings hold, grouped. */
export interface StationSettings {
  readonly nats: { readonly servers: string; readonly user?: string; readonly password?: string };
  readonly healthPort?: number;
  readonly logLevel: StationEnv['LOG_LEVEL'];
}

/** The settings that every station shares, of its environment. */
export function stationSettings(env: StationEnv): StationSettings {
  return {
    nats: { servers: env.NATS_URL, user: env.NATS_USER, password: env.NATS_PASSWORD },
    healthPort: env.HEALTH_PORT,
    logLevel: env.LOG_LEVEL,
  };
}
