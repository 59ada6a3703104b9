import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CliError } from './cli-error';

/** The gateway URL and the API key that a command uses. */
export interface Destination {
  readonly url: string;
  readonly key: string;
}

/** The connection options of the command line. */
export interface ConnectionOptions {
  readonly url?: string;
  readonly key?: string;
}

/** The root folder of the checkout that contains this command. */
export const checkout = resolve(__dirname, '../../..');

const env = process.env;

/** The folder with data and API key of a local Crumbtrail: CRUMBTRAIL_HOME, else `.crumbtrail` here, else in the checkout. */
export function dataFolder(): string {
  if (env['CRUMBTRAIL_HOME']) return resolve(env['CRUMBTRAIL_HOME']);
  const here = resolve('.crumbtrail');
  return existsSync(join(here, 'api-key')) ? here : join(checkout, '.crumbtrail');
}

/** The gateway URL without trailing slash: --url, else CRUMBTRAIL_URL, else the local default. Throws CliError if it is invalid. */
export function resolveUrl({ url }: ConnectionOptions): string {
  const given = url ?? env['CRUMBTRAIL_URL'] ?? `http://127.0.0.1:${env['PORT'] || 7070}`;
  if (URL.canParse(given) && /^https?:/.test(given)) return given.replace(/\/+$/, '');
  throw new CliError(`Invalid URL "${given}". Use http:// or https://, e.g. http://127.0.0.1:7070`);
}

function readStoredKey(): string | undefined {
  const file = join(dataFolder(), 'api-key');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** The API key, if there is one: --key, else CRUMBTRAIL_KEY, else the file in {@link dataFolder}. */
export function resolveKey({ key }: ConnectionOptions): string | undefined {
  return key ?? env['CRUMBTRAIL_KEY'] ?? readStoredKey();
}

/** The gateway URL and the API key. Throws CliError when there is no key. */
export function resolveDestination(options: ConnectionOptions): Destination {
  const key = resolveKey(options);
  if (key) return { url: resolveUrl(options), key };
  throw new CliError(
    `No API key found in ${dataFolder()}. Start Crumbtrail with \`npm start\`, or set CRUMBTRAIL_KEY or --key.`,
  );
}

/** Model and embedding settings of the environment, for `crumb doctor`. */
export function modelSettings(): { readonly baseUrl?: string; readonly name?: string; readonly embeddings?: string } {
  const { MODEL_BASE_URL, MODEL_NAME, EMBEDDINGS } = env;
  return {
    ...(MODEL_BASE_URL ? { baseUrl: MODEL_BASE_URL } : {}),
    ...(MODEL_NAME ? { name: MODEL_NAME } : {}),
    ...(EMBEDDINGS ? { embeddings: EMBEDDINGS } : {}),
  };
}

/** The environment variables, for programs that a command looks for. */
export function environment(): NodeJS.ProcessEnv {
  return env;
}

/** Are colours allowed? See https://no-color.org */
export const wantsColours = (): boolean => !env['NO_COLOR'];
