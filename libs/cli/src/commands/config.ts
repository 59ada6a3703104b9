import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { profilesFile, resolveUrl } from '../config';
import { table } from '../output/table';
import {
  findProfile,
  type Profile,
  PROFILE_FIELDS,
  type ProfileField,
  readProfiles,
  requireProfileName,
  writeProfiles,
} from '../profiles';
import { readPiped } from '../load-text';
import { type Shell, type ShellFactory, withFormat } from '../shell';

interface ProfileOption {
  readonly profile?: string;
}

function requireField(name: string): ProfileField {
  if (Object.hasOwn(PROFILE_FIELDS, name)) return name as ProfileField;
  throw new CliError(`Unknown setting "${name}". There are: ${Object.keys(PROFILE_FIELDS).join(', ')}.`, 2);
}

/** A profile as it is printed: without its key. */
const withoutKey = ({ key, ...profile }: Profile): Record<string, string> => ({
  ...profile,
  ...(key === undefined ? {} : { key: '(set)' }),
});

/** A key comes from standard input, so that it is in no history of a shell. */
async function readValue(shell: Shell, field: ProfileField, value: string | undefined): Promise<string> {
  if (field !== 'key' && value !== undefined) return value;
  if (field === 'key' && value !== undefined)
    throw new CliError('Pipe the key in, so that it stays out of your history: crumb config set key < key.txt', 2);
  if (shell.terminal.input.isTTY) throw new CliError(`Give the value of ${field}, or pipe it in.`, 2);
  const text = (await readPiped(shell.terminal.input)).trim();
  if (text === '')
    throw new CliError(`The value of ${field} is empty. Use crumb config unset ${field} to remove it.`, 2);
  return text;
}

async function set(shell: Shell, name: string, value: string | undefined, { profile }: ProfileOption): Promise<void> {
  const field = requireField(name);
  const all = readProfiles(profilesFile());
  const into = profile ?? all.current;
  requireProfileName(into);
  const text = await readValue(shell, field, value);
  const checked = field === 'url' ? resolveUrl({ url: text }) : text;
  const changed = { ...all.profiles[into], [field]: checked };
  writeProfiles(profilesFile(), { ...all, profiles: { ...all.profiles, [into]: changed } });
  shell.print({ profile: into, ...withoutKey(changed) }, () => [`Set ${field} of the profile ${into}.`]);
}

function unset(shell: Shell, name: string, { profile }: ProfileOption): void {
  const field = requireField(name);
  const all = readProfiles(profilesFile());
  const from = profile ?? all.current;
  const { [field]: _removed, ...rest } = findProfile(all, from);
  writeProfiles(profilesFile(), { ...all, profiles: { ...all.profiles, [from]: rest } });
  shell.print({ profile: from, ...withoutKey(rest) }, () => [`Removed ${field} from the profile ${from}.`]);
}

function get(shell: Shell, name: string, { profile }: ProfileOption): void {
  const field = requireField(name);
  const all = readProfiles(profilesFile());
  const value = withoutKey(findProfile(all, profile ?? all.current))[field];
  if (value === undefined) throw new CliError(`${field} is not set in the profile ${profile ?? all.current}.`);
  shell.print({ [field]: value }, () => [value]);
}

function list(shell: Shell): void {
  const { current, profiles } = readProfiles(profilesFile());
  const views = Object.entries(profiles).map(([name, profile]) => ({
    name,
    current: name === current,
    ...withoutKey(profile),
  }));
  const rows = views.map((view: Record<string, unknown>) =>
    [view['current'] ? '*' : '', view['name'], view['url'], view['key'] ?? view['key-file'], view['home']].map((cell) =>
      String(cell ?? ''),
    ),
  );
  shell.print({ profiles: views }, () => table(['', 'profile', 'url', 'key', 'home'], rows, 'No profiles.'));
}

function use(shell: Shell, name: string): void {
  const all = readProfiles(profilesFile());
  findProfile(all, name);
  writeProfiles(profilesFile(), { ...all, current: name });
  shell.print({ current: name }, () => [`The profile ${name} is in use.`]);
}

const withProfile = (command: Command): Command =>
  withFormat(command).option('--profile <name>', 'the profile (default: the one in use); `set` makes a new one');

const SETTINGS = Object.entries(PROFILE_FIELDS)
  .map(([name, what]) => `${name} (${what})`)
  .join('; ');

/** Adds `crumb config`, which keeps named profiles: a gateway and the key for it. */
export function addConfig(program: Command, createShell: ShellFactory): void {
  const config = declareListed(program, 'config');
  withFormat(config).action(() => list(createShell(config)));
  const setting = config.command('set').description('change a profile').argument('<name>', SETTINGS);
  withProfile(setting.argument('[value]', 'default, and always for a key: standard input')).action(
    (name: string, value: string | undefined, options: ProfileOption) =>
      set(createShell(setting), name, value, options),
  );
  const unsetting = config.command('unset').description('remove a setting of a profile').argument('<name>');
  withProfile(unsetting).action((name: string, options: ProfileOption) => unset(createShell(unsetting), name, options));
  const getting = config
    .command('get')
    .description('print a setting; of a key, only that there is one')
    .argument('<name>');
  withProfile(getting).action((name: string, options: ProfileOption) => get(createShell(getting), name, options));
  const listing = config.command('list').description('list profiles');
  withFormat(listing).action(() => list(createShell(listing)));
  const using = config.command('use').description('use another profile from now on').argument('<profile>');
  withFormat(using).action((name: string) => use(createShell(using), name));
}
