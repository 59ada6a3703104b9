import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CliError } from './cli-error';
import { PROFILE_NAME } from './profile-name';
import type * as ProfilesShape from './profiles-shape';

/** What a profile may say, and how each is described. */
export const PROFILE_FIELDS = {
  url: 'gateway URL',
  key: 'API key; it is never printed',
  'key-file': 'file that holds the API key',
  home: 'folder of a local Crumbtrail, with its api-key',
} as const;

export type ProfileField = keyof typeof PROFILE_FIELDS;

/** A gateway and the key for it. */
export type Profile = Readonly<Partial<Record<ProfileField, string>>>;

/** The profiles of the user, and the name of the one in use. */
export interface Profiles {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** Throws CliError unless this may name a profile. */
export function requireProfileName(name: string): void {
  if (!PROFILE_NAME.test(name))
    throw new CliError(`Invalid profile name "${name}": use a-z, 0-9, ".", "-" and "_".`, 2);
}

function loadText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CliError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** The profiles in a file; without the file, one empty profile. Throws CliError if the file is not valid. */
export function readProfiles(path: string): Profiles {
  const text = loadText(path);
  if (text === undefined) return { current: 'default', profiles: { default: {} } };
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- who has no profiles does not wait for the validator
  const { describeProblem, parseProfiles } = require('./profiles-shape') as typeof ProfilesShape;
  try {
    return parseProfiles(JSON.parse(text)) as Profiles;
  } catch (error) {
    const why = describeProblem(error as Error);
    throw new CliError(`${path} is not valid: ${why}. Correct it, or remove it.`);
  }
}

/** Writes the profiles, for the user's eyes only; a reader never sees half of them. */
export function writeProfiles(path: string, profiles: Profiles): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}

/** The profile with this name; throws CliError and lists the others if there is none. */
export function findProfile({ profiles }: Profiles, name: string): Profile {
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (found) return found;
  throw new CliError(`No profile "${name}". There are: ${Object.keys(profiles).join(', ')}.`, 2);
}
