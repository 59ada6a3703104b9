import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CliError } from './cli-error';

/** Where a command goes, and with which key. */
export interface Destination {
  readonly url: string;
  readonly key: string;
}

/** What may be said on the command line. */
export interface ConnectionOptions {
  readonly url?: string;
  readonly key?: string;
}

/** The checkout that this command is part of. */
export const checkout = resolve(__dirname, '../../..');

const env = process.env;

/** The folder with the data and the key of an embedded Crumbtrail. */
export function dataFolder(): string {
  if (env['CRUMBTRAIL_HOME']) return resolve(env['CRUMBTRAIL_HOME']);
  const here = resolve('.crumbtrail');
  return existsSync(join(here, 'api-key')) ? here : join(checkout, '.crumbtrail');
}

/** The gateway's address: said, or CRUMBTRAIL_URL, or the embedded default. */
export function resolveUrl({ url }: ConnectionOptions): string {
  const given = url ?? env['CRUMBTRAIL_URL'] ?? `http://127.0.0.1:${env['PORT'] || 7070}`;
  if (URL.canParse(given) && /^https?:/.test(given)) return given.replace(/\/+$/, '');
  throw new CliError(`Invalid URL "${given}". Use http:// or https://, e.g. http://127.0.0.1:7070`);
}

function readStoredKey(): string | undefined {
  const file = join(dataFolder(), 'api-key');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** The key if there is one: said, or CRUMBTRAIL_KEY, or the embedded one. */
export function resolveKey({ key }: ConnectionOptions): string | undefined {
  return key ?? env['CRUMBTRAIL_KEY'] ?? readStoredKey();
}

/** Address and key; one sentence when there is no key. */
export function resolveDestination(said: ConnectionOptions): Destination {
  const key = resolveKey(said);
  if (key) return { url: resolveUrl(said), key };
  throw new CliError(
    `No API key found in ${dataFolder()}. Start Crumbtrail with \`npm start\`, or set CRUMBTRAIL_KEY or --key.`,
  );
}

/** What the machine says about models and embeddings, for the doctor. */
export function modelSettings(): { readonly baseUrl?: string; readonly name?: string; readonly embeddings?: string } {
  const { MODEL_BASE_URL, MODEL_NAME, EMBEDDINGS } = env;
  return {
    ...(MODEL_BASE_URL ? { baseUrl: MODEL_BASE_URL } : {}),
    ...(MODEL_NAME ? { name: MODEL_NAME } : {}),
    ...(EMBEDDINGS ? { embeddings: EMBEDDINGS } : {}),
  };
}

/** The environment, for programs that this command looks for or starts. */
export function environment(): NodeJS.ProcessEnv {
  return env;
}

/** Does whoever looks want colours? https://no-color.org */
export const wantsColours = (): boolean => !env['NO_COLOR'];
