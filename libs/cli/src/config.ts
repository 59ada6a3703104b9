import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { CliError } from './cli-error';
import { findProfile, type Profile, readProfiles } from './profiles';

/** The gateway URL and the API key that a command uses. */
export interface Destination {
  readonly url: string;
  readonly key: string;
}

/** The connection options of the command line. */
export interface ConnectionOptions {
  readonly url?: string;
  readonly key?: string;
  /** The name of a profile. Default: CRUMBTRAIL_PROFILE, else the one in use. */
  readonly profile?: string;
}

/** The root folder of the checkout, or of the npm package, that contains this command. */
export const checkout = resolve(__dirname, '../../..');

const manifest = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly workspaces?: readonly string[];
};

/** The version of the product; packages have none of their own. */
export const { version } = manifest;

/** Does this command belong to the npm package `crumbtrail`, and to no checkout? */
export const isInstalled = manifest.workspaces === undefined;

/** Where `npm start` keeps downloads unless CRUMBTRAIL_CACHE says so; as in tools/setup/paths.js. */
export const cacheFolder = (): string =>
  isInstalled
    ? join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'crumbtrail')
    : join(checkout, '.cache');

/** The command that starts Crumbtrail. */
export const startCommand = isInstalled ? 'npx crumbtrail' : 'npm start';

const env = process.env;

/** The environment of this command with more variables, for a program that it starts. */
export const environmentWith = (more: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({ ...env, ...more });

/** A folder for files of the user's own: CRUMBTRAIL_CONFIG, else `crumbtrail` in the user's folder for settings. */
export function userFolder(): string {
  if (env['CRUMBTRAIL_CONFIG']) return resolve(env['CRUMBTRAIL_CONFIG']);
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'crumbtrail');
}

/** The file of the profiles. */
export const profilesFile = (): string => join(userFolder(), 'profiles.json');

function chosenProfile({ profile }: ConnectionOptions): Profile {
  const all = readProfiles(profilesFile());
  return findProfile(all, profile ?? (env['CRUMBTRAIL_PROFILE'] || all.current));
}

/** The profile that the command line names; it goes before the environment, as every option does. */
const namedProfile = (options: ConnectionOptions): Profile =>
  options.profile === undefined ? {} : chosenProfile(options);

/**
 * The folder with data and API key of a local Crumbtrail: that of --profile, else CRUMBTRAIL_HOME, else that of the profile in use, else
 * `.crumbtrail` here, else in the checkout; the npm package keeps no data.
 */
export function dataFolder(options: ConnectionOptions = {}): string {
  const home = namedProfile(options).home ?? (env['CRUMBTRAIL_HOME'] || chosenProfile(options).home);
  if (home !== undefined) return resolve(home);
  const here = resolve('.crumbtrail');
  return isInstalled || existsSync(join(here, 'api-key')) ? here : join(checkout, '.crumbtrail');
}

/** The URL that the command line or the environment gives. */
const givenUrl = (options: ConnectionOptions): string | undefined =>
  options.url ??
  namedProfile(options).url ??
  env['CRUMBTRAIL_URL'] ??
  (env['PORT'] ? `http://127.0.0.1:${env['PORT']}` : undefined);

/** Is the process alive that has locked a home? */
function isRunning(home: string): boolean {
  try {
    process.kill(Number(readFileSync(join(home, 'supervisor.pid'), 'utf8')) || Number.NaN, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Where the gateway of the Crumbtrail that runs from the data folder listens; undefined if none runs. `npm start` writes it there. */
function runningUrl(options: ConnectionOptions): string | undefined {
  const home = dataFolder(options);
  return isRunning(home) ? readLine(join(home, 'gateway-url')) : undefined;
}

/**
 * The gateway URL without trailing slash: --url, else that of --profile, else CRUMBTRAIL_URL, else PORT on this machine, else that of the profile in
 * use, else where the Crumbtrail of {@link dataFolder} runs, else the local default. Throws CliError if it is invalid.
 */
export function resolveUrl(options: ConnectionOptions): string {
  const given = givenUrl(options) ?? chosenProfile(options).url ?? runningUrl(options) ?? 'http://127.0.0.1:7070';
  if (URL.canParse(given) && /^https?:/.test(given)) return given.replace(/\/+$/, '');
  throw new CliError(`Invalid URL "${given}". Use http:// or https://, e.g. http://127.0.0.1:7070`);
}

/** The one line of a file; undefined where there is no file. */
function readLine(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** The key of a profile. It is sent only to the profile's own gateway, wherever the URL comes from. */
function readProfileKey(options: ConnectionOptions): string | undefined {
  const profile = chosenProfile(options);
  const given = givenUrl(options);
  if (given !== undefined && profile.url !== undefined && given.replace(/\/+$/, '') !== profile.url.replace(/\/+$/, ''))
    return undefined;
  return profile.key ?? (profile['key-file'] === undefined ? undefined : readLine(resolve(profile['key-file'])));
}

/** The API key, if there is one: --key, else that of --profile, else CRUMBTRAIL_KEY, else that of the profile in use, else the file in {@link dataFolder}. */
export function resolveKey(options: ConnectionOptions): string | undefined {
  const ofProfile = readProfileKey(options);
  const named = options.profile === undefined ? undefined : ofProfile;
  return options.key ?? named ?? env['CRUMBTRAIL_KEY'] ?? ofProfile ?? readLine(join(dataFolder(options), 'api-key'));
}

/** The gateway URL and the API key. Throws CliError when there is no key. */
export function resolveDestination(options: ConnectionOptions): Destination {
  const key = resolveKey(options);
  if (key) return { url: resolveUrl(options), key };
  throw new CliError(
    `No API key found in ${dataFolder(options)}. Start Crumbtrail with \`${startCommand}\`, set one with \`crumb config set key\`, or give CRUMBTRAIL_KEY or --key.`,
  );
}

/** The user's editor: VISUAL, else EDITOR, else vi. */
export const editorCommand = (): string => env['VISUAL'] || env['EDITOR'] || 'vi';

/** The program that opens an address in a browser: BROWSER, else that of the desktop; undefined without one. */
export function browserProgram(): string | undefined {
  if (env['BROWSER']) return env['BROWSER'];
  if (process.platform === 'darwin') return 'open';
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? 'xdg-open' : undefined;
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

/** The width that COLUMNS gives to an output that is no terminal; undefined without one. */
export function givenColumns(): number | undefined {
  const columns = Number(env['COLUMNS']);
  return Number.isInteger(columns) && columns > 0 ? columns : undefined;
}

/** Are colours allowed? See https://no-color.org */
export const wantsColours = (): boolean => !env['NO_COLOR'];
