import { join, resolve } from 'node:path';
import { readEnv, stationEnv, stationSettings, type StationSettings } from '@crumbtrail/platform';
import { z } from 'zod';

/** The name that NATS knows this station by. */
export const STATION = 'breadcrumb-store';

const shape = stationEnv.extend({
  CRUMBTRAIL_HOME: z.string().default('.crumbtrail'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'it takes a postgres:// URL' }).optional(),
  API_KEY_FILE: z.string().optional(),
  STREAM_MAX_AGE_MS: z.coerce.number().int().min(1_000).optional(),
  STREAM_MAX_BYTES: z.coerce.number().int().min(16_384).optional(),
  EMBEDDINGS: z.enum(['lexical', 'openai']).default('lexical'),
  EMBEDDINGS_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  EMBEDDINGS_MODEL: z.string().optional(),
  EMBEDDINGS_API_KEY: z.string().optional(),
});

const complete = shape.refine(
  (env) => env.EMBEDDINGS !== 'openai' || (env.EMBEDDINGS_BASE_URL && env.EMBEDDINGS_MODEL),
  {
    path: ['EMBEDDINGS'],
    error: 'openai needs EMBEDDINGS_BASE_URL and EMBEDDINGS_MODEL too',
  },
);

type Environment = z.infer<typeof shape>;

/** The station's settings. */
export interface StoreConfig extends StationSettings {
  /** Absolute; the embedded database and the first key stand here. */
  readonly home: string;
  /** Absent: embedded. */
  readonly databaseUrl?: string;
  /** Where the first operator key is read from, or written to. */
  readonly keyFile: string;
  /** What the stream keeps of the log; what it dropped is filled in again for who missed it. */
  readonly stream: { readonly maxAgeMs?: number; readonly maxBytes?: number };
  readonly embeddings: {
    readonly kind: Environment['EMBEDDINGS'];
    readonly baseUrl?: string;
    readonly model?: string;
    readonly apiKey?: string;
  };
}

/** The environment as settings; throws BadEnvironment with every bad variable named. */
export function toConfig(environment: Readonly<Record<string, string | undefined>> = process.env): StoreConfig {
  const env = readEnv(complete, environment);
  const home = resolve(env.CRUMBTRAIL_HOME);
  return {
    ...stationSettings(env),
    home,
    databaseUrl: env.DATABASE_URL,
    keyFile: env.API_KEY_FILE ?? join(home, 'api-key'),
    stream: { maxAgeMs: env.STREAM_MAX_AGE_MS, maxBytes: env.STREAM_MAX_BYTES },
    embeddings: {
      kind: env.EMBEDDINGS,
      baseUrl: env.EMBEDDINGS_BASE_URL,
      model: env.EMBEDDINGS_MODEL,
      apiKey: env.EMBEDDINGS_API_KEY,
    },
  };
}
