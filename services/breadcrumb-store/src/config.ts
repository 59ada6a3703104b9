import { BUILT_IN_EMBEDDERS } from '@crumbtrail/contracts';
import { join, resolve } from 'node:path';
import type { StreamLimits } from '@crumbtrail/bus';
import { readEnv, serviceEnv, serviceSettings, type ServiceSettings, type Environment } from '@crumbtrail/platform';
import { z } from 'zod';
import { DEFAULT_RESERVE_BYTES } from './database/disk-space';
import type { DatabaseOptions } from './database/open-database';
import type { EmbeddingSettings } from './search/embedders/create-embedder';
import { explainMissingPackage } from './search/embedders/onnx-package';

/** The NATS user name of this service. */
export const SERVICE = 'breadcrumb-store';

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' });

/** `eu=postgres://…,us=postgres://…` as a map from the name of a cell to the URL of its database. */
const cellDatabases = z.string().transform((text, context) => {
  const cells = new Map<string, string>();
  for (const entry of text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)) {
    const [, cell, url] = /^([a-z0-9][a-z0-9._-]{0,63})=(.*)$/.exec(entry) ?? [];
    if (cell === undefined || !postgresUrl.safeParse(url).success) {
      context.addIssue({
        code: 'custom',
        message: 'must be cells with their databases, as in eu=postgres://owner:secret@host/crumbtrail',
      });
      return z.NEVER;
    }
    cells.set(cell, url as string);
  }
  return cells;
});

const shape = serviceEnv.extend({
  ROLE: z.enum(['writer', 'reader']).default('writer'),
  CRUMBTRAIL_HOME: z.string().default('.crumbtrail'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  API_KEY_FILE: z.string().optional(),
  STREAM_MAX_AGE_MS: z.coerce.number().int().min(1_000).optional(),
  STREAM_MAX_BYTES: z.coerce.number().int().min(16_384).optional(),
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).optional(),
  CELL_DATABASES: cellDatabases.default(new Map()),
  DISK_RESERVE_MB: z.coerce.number().int().min(0).optional(),
  RETRIEVAL_CACHE_MB: z.coerce.number().int().min(1).max(65_536).default(64),
  EMBEDDINGS: z.enum([...BUILT_IN_EMBEDDERS, 'openai', 'onnx']).default('words'),
  EMBEDDINGS_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  EMBEDDINGS_MODEL: z.string().optional(),
  EMBEDDINGS_API_KEY: z.string().optional(),
  EMBEDDINGS_CACHE: z.string().optional(),
  EMBEDDINGS_PACKAGE: z.string().default(join(__dirname, '../../../optional/onnx')),
  EMBEDDINGS_DOWNLOAD: z.enum(['yes', 'no']).default('no'),
});

/** Variables that a model's process may need to download models: never this service's secrets. */
const OUTWARD = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'];

const complete = shape
  .refine((env) => env.EMBEDDINGS !== 'openai' || (env.EMBEDDINGS_BASE_URL && env.EMBEDDINGS_MODEL), {
    path: ['EMBEDDINGS'],
    error: 'openai needs EMBEDDINGS_BASE_URL and EMBEDDINGS_MODEL too',
  })
  .refine((env) => env.ROLE !== 'reader' || env.DATABASE_URL !== undefined, {
    path: ['DATABASE_URL'],
    error: 'a reader needs the URL of a replica of the database of its store',
  })
  .superRefine((env, context) => {
    const missing = env.EMBEDDINGS === 'onnx' ? explainMissingPackage(resolve(env.EMBEDDINGS_PACKAGE)) : null;
    if (missing) context.addIssue({ code: 'custom', path: ['EMBEDDINGS'], message: missing });
  });

type Parsed = z.infer<typeof shape>;

/** The service's settings. */
export interface StoreConfig extends ServiceSettings {
  /** `reader`: it answers requests that only read, from a replica at `databaseUrl`. */
  readonly role: 'writer' | 'reader';
  /** Absolute path of the embedded database and the first key. */
  readonly home: string;
  /** Absent: embedded. */
  readonly databaseUrl?: string;
  /** The same Postgres as the owner of its tables; the user of `databaseUrl` is limited to workspaces then. Absent: that user owns them. */
  readonly databaseOwnerUrl?: string;
  /** Where the first operator key is read from, or written to. */
  readonly keyFile: string;
  /** Limits of the NATS stream, and its copies in a cluster; events that it dropped are refilled from the log for consumers that missed them. */
  readonly stream: StreamLimits;
  /** What stays free of the disk that holds the embedded database, bytes. */
  readonly diskReserveBytes: number;
  /** Memory limit of the session text cache, bytes. */
  readonly retrievalCacheBytes: number;
  /** The databases of other cells, by the names of the cells, as the owners of their tables. */
  readonly cells: ReadonlyMap<string, string>;
  /** The default embedder, and the settings that the others need. */
  readonly embeddings: EmbeddingSettings;
}

function embeddings(env: Parsed, outside: Environment): EmbeddingSettings {
  const environment = OUTWARD.flatMap((name) => (outside[name] === undefined ? [] : [[name, outside[name]] as const]));
  return {
    kind: env.EMBEDDINGS,
    baseUrl: env.EMBEDDINGS_BASE_URL,
    model: env.EMBEDDINGS_MODEL,
    apiKey: env.EMBEDDINGS_API_KEY,
    onnx: {
      packageFolder: resolve(env.EMBEDDINGS_PACKAGE),
      cache: resolve(env.EMBEDDINGS_CACHE ?? join(env.CRUMBTRAIL_HOME, 'models')),
      download: env.EMBEDDINGS_DOWNLOAD === 'yes',
      environment: Object.fromEntries(environment),
    },
  };
}

/** Where the database is, for tools that open it beside the store, as the owner of its tables. */
export function toBackupPlace(environment: Environment): Pick<StoreConfig, 'home'> & { readonly url?: string } {
  const env = readEnv(shape.pick({ CRUMBTRAIL_HOME: true, DATABASE_URL: true, DATABASE_OWNER_URL: true }), environment);
  return { home: resolve(env.CRUMBTRAIL_HOME), url: env.DATABASE_OWNER_URL ?? env.DATABASE_URL };
}

/** The environment as settings; throws BadEnvironment with every bad variable named. */
export function toConfig(environment: Environment): StoreConfig {
  const env = readEnv(complete, environment);
  const home = resolve(env.CRUMBTRAIL_HOME);
  return {
    ...serviceSettings(env),
    role: env.ROLE,
    home,
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    keyFile: env.API_KEY_FILE ?? join(home, 'api-key'),
    stream: { maxAgeMs: env.STREAM_MAX_AGE_MS, maxBytes: env.STREAM_MAX_BYTES, replicas: env.NATS_REPLICAS },
    diskReserveBytes: env.DISK_RESERVE_MB === undefined ? DEFAULT_RESERVE_BYTES : env.DISK_RESERVE_MB * 1024 * 1024,
    retrievalCacheBytes: env.RETRIEVAL_CACHE_MB * 1024 * 1024,
    cells: env.CELL_DATABASES,
    embeddings: embeddings(env, environment),
  };
}

const migrationEnv = z.object({ DATABASE_URL: postgresUrl, DATABASE_OWNER_URL: postgresUrl.optional() });

/** The Postgres whose migrations `migrate.js` runs; throws BadEnvironment without one. */
export function readMigrationPlace(
  environment: Environment,
): Required<Pick<DatabaseOptions, 'url'>> & Pick<DatabaseOptions, 'ownerUrl'> {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = readEnv(migrationEnv, environment);
  return { url, ownerUrl };
}
