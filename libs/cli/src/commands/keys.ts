import type { KeyView, Participant, Role } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { CliError } from '../cli-error';
import { table } from '../output/table';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

const ROLES: readonly string[] = ['reader', 'writer', 'operator'];

/** Parses a participant such as `user:rita`; a name without a kind is a user. Throws CliError. */
export function parseParticipant(text: string): Participant {
  const [kind, id] = text.includes(':') ? (text.split(':', 2) as [string, string]) : ['user', text];
  if (id && ['user', 'agent', 'tool', 'operator', 'service'].includes(kind))
    return { kind: kind as Participant['kind'], id };
  throw new CliError(`Invalid participant "${text}". Example: user:rita or agent:weather.`, 2);
}

/** Parses `30d`, `12h` or an ISO time into an ISO time. Throws CliError. */
export function parseExpiry(text: string, now: number): string {
  const [, count, unit] = /^(\d{1,5})([dh])$/.exec(text) ?? [];
  if (count) return new Date(now + Number(count) * (unit === 'd' ? 86_400_000 : 3_600_000)).toISOString();
  const time = Date.parse(text);
  if (Number.isFinite(time)) return new Date(time).toISOString();
  throw new CliError(`Invalid expiry "${text}". Example: 30d, 12h or 2027-01-31.`, 2);
}

interface CreateOptions {
  readonly for: string;
  readonly role: string;
  readonly expires?: string;
}

async function create(shell: Shell, options: CreateOptions): Promise<void> {
  if (!ROLES.includes(options.role))
    throw new CliError(`--role must be reader, writer or operator (got "${options.role}").`, 2);
  const participant = parseParticipant(options.for);
  const expires_at = options.expires ? parseExpiry(options.expires, Date.now()) : undefined;
  const key = await shell
    .client()
    .createKey({ participant, role: options.role as Role, ...(expires_at ? { expires_at } : {}) });
  shell.print(key, () => [key.secret]);
  shell.printNote(
    `Created key ${key.id} for ${options.role} ${participant.kind}:${participant.id}. Copy it now: it won't be shown again.`,
  );
}

const keyState = ({ revoked_at, expires_at }: KeyView): string => {
  if (revoked_at) return `revoked ${revoked_at}`;
  return expires_at ? `until ${expires_at}` : 'valid';
};

async function list(shell: Shell): Promise<void> {
  const keys = await shell.client().keys();
  const rows = keys.map((key) => [
    key.id,
    `${key.participant.kind}:${key.participant.id}`,
    key.role,
    key.created_at,
    keyState(key),
  ]);
  shell.print({ keys }, () => table(['id', 'for', 'role', 'created', 'state'], rows, 'No keys.'));
}

async function revoke(shell: Shell, id: string): Promise<void> {
  const key = await shell.client().revokeKey(id);
  shell.print(key, () => [`Revoked key ${key.id} of ${key.participant.kind}:${key.participant.id}.`]);
}

/** Adds `crumb keys`, which creates, lists and revokes API keys. */
export function addKeys(program: Command, createShell: ShellFactory): void {
  const keys = program.command('keys').description('manage API keys');
  const creating = keys
    .command('create')
    .description('create a key; its secret is shown once')
    .requiredOption('--for <participant>', 'who the key is for, such as user:rita or agent:weather')
    .option('--role <role>', 'reader, writer or operator', 'writer')
    .option('--expires <time>', '30d, 12h or 2027-01-31 (default: never)');
  withCommonOptions(creating).action((options: CreateOptions) => create(createShell(creating), options));
  const listing = keys.command('list').description('list keys, without their secrets');
  withCommonOptions(listing).action(() => list(createShell(listing)));
  const revoking = keys.command('revoke').description('revoke a key immediately and permanently').argument('<id>');
  withCommonOptions(revoking).action((id: string) => revoke(createShell(revoking), id));
}
