import type { KeyView, Participant, Role } from '@crumbtrail/contracts';
import { type Command, Option } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { requireConfirmed } from '../confirm';
import { type ListingCell, nameColumn } from '../output/listing';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

const ROLES: readonly Role[] = ['reader', 'writer', 'operator'];

const KINDS: readonly string[] = ['user', 'agent', 'tool', 'operator', 'service'];

/** Parses a participant such as `user:rita`; an id without a kind is a user's. Throws CliError. */
export function parseParticipant(text: string): Participant {
  const [kind, id] = text.includes(':') ? (text.split(':', 2) as [string, string]) : ['user', text];
  if (!id || !KINDS.includes(kind))
    throw new CliError(`Invalid participant "${text}". Example: user:rita or agent:weather.`, 2);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id))
    throw new CliError(
      `Invalid participant "${text}": an id has only letters from a to z, digits, ".", "_" and "-". Any other name goes into --name, as in --for user:jose --name "José Núñez".`,
      2,
    );
  return { kind: kind as Participant['kind'], id };
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
  readonly name?: string;
  readonly client?: boolean;
  readonly role: Role;
  readonly expires?: string;
  readonly force?: boolean;
}

async function create(shell: Shell, options: CreateOptions): Promise<void> {
  const participant = parseParticipant(options.for);
  const expires_at = options.expires ? parseExpiry(options.expires, Date.now()) : undefined;
  const { name, client } = options;
  const more = {
    ...(name !== undefined && { name }),
    ...(client && { client }),
    ...(expires_at && { expires_at }),
    ...(options.force && { force: true }),
  };
  const key = await shell.client().createKey({ participant, role: options.role, ...more });
  shell.print(key, () => [{ verbatim: key.secret }]);
  if (options.force)
    shell.printNote(`This key reads whatever is meant for the id ${participant.id}, of every kind of participant.`);
  shell.printNote(
    `Created key ${key.id} for ${options.role} ${participant.kind}:${participant.id}. Copy it now: it won't be shown again.`,
  );
}

interface AdmitOptions extends Omit<CreateOptions, 'client'> {
  readonly for: string;
}

async function admit(shell: Shell, nats_user: string, options: AdmitOptions): Promise<void> {
  const participant = parseParticipant(options.for);
  const { name, role, expires, force } = options;
  const more = {
    ...(name !== undefined && { name }),
    ...(expires && { expires_at: parseExpiry(expires, Date.now()) }),
    ...(force && { force: true }),
  };
  const key = await shell.client().admitNatsUser({ nats_user, participant, role, ...more });
  const who =
    nats_user === 'anyone'
      ? 'Everybody who may publish on NATS without a key or a signature'
      : `The NATS user ${nats_user}`;
  shell.print(key, () => [`${who} is ${participant.kind}:${participant.id} now. Revoke ${key.id} to end that.`]);
}

const keyState = ({ revoked_at, expires_at }: KeyView): ListingCell => {
  if (revoked_at) return { time: revoked_at, after: 'revoked' };
  return expires_at ? { time: expires_at, after: 'until' } : 'valid';
};

async function list(shell: Shell): Promise<void> {
  const keys = await shell.client().keys();
  const rows = keys.map((key) => [
    { id: key.id },
    `${key.participant.kind}:${key.participant.id}`,
    key.name ?? '',
    [key.role, ...(key.client ? ['client'] : []), ...(key.nats_user ? [`NATS ${key.nats_user}`] : [])].join(', '),
    { time: key.created_at },
    key.last_used_at === undefined ? 'never' : { time: key.last_used_at },
    keyState(key),
  ]);
  shell.printListing(
    { keys },
    {
      columns: [
        'id',
        nameColumn('for'),
        { heading: 'name', optional: true },
        'role',
        { heading: 'created', optional: true },
        { heading: 'last used', optional: true },
        'state',
      ],
      rows,
      empty: 'No keys.',
    },
  );
}

async function revoke(shell: Shell, id: string, isConfirmed?: boolean): Promise<void> {
  await requireConfirmed(shell, `Revoke the key ${id}? Whoever uses it is signed out at once.`, isConfirmed);
  const key = await shell.client().revokeKey(id);
  shell.print(key, () => [`Revoked key ${key.id} of ${key.participant.kind}:${key.participant.id}.`]);
}

function addAdmit(keys: Command, createShell: ShellFactory): void {
  const admitting = keys
    .command('admit')
    .description("make a user of NATS a participant: its signed prompts to exposed agents are the participant's")
    .argument('<user>', 'its public NKEY (U…), or anyone: everybody who may publish there')
    .requiredOption('--for <participant>', 'who it is, such as user:rita; without a kind, a user')
    .option('--name <name>', 'display name, such as "Rita Ray"')
    .addOption(new Option('--role <role>', 'what it may do').choices(ROLES).default('writer'))
    .option('--expires <time>', '30d, 12h or 2027-01-31 (default: never)')
    .option('--force', 'also for an id that another kind of participant has');
  withCommonOptions(admitting).action((user: string, options: AdmitOptions) =>
    admit(createShell(admitting), user, options),
  );
}

/** Adds `crumb keys`, which creates, lists and revokes API keys. */
export function addKeys(program: Command, createShell: ShellFactory): void {
  const keys = declareListed(program, 'keys');
  withCommonOptions(keys).action(() => list(createShell(keys)));
  const creating = keys
    .command('create')
    .description('create a key; its secret is shown once')
    .requiredOption(
      '--for <participant>',
      'who the key is for, such as user:rita or agent:weather; without a kind, a user',
    )
    .option('--name <name>', 'display name under which the key writes, such as "Rita Ray"')
    .option('--client', 'for a chat program: agents take its system messages as a persona by default')
    .addOption(new Option('--role <role>', 'what the key may do').choices(ROLES).default('writer'))
    .option('--expires <time>', '30d, 12h or 2027-01-31 (default: never)')
    .option(
      '--force',
      'also for an id that another kind of participant has: the key then reads what is meant for that one',
    );
  withCommonOptions(creating).action((options: CreateOptions) => create(createShell(creating), options));
  addAdmit(keys, createShell);
  const listing = keys.command('list').description('list keys, without their secrets');
  withCommonOptions(listing).action(() => list(createShell(listing)));
  const revoking = keys
    .command('revoke')
    .description('revoke a key immediately and permanently')
    .argument('<id>')
    .option('-y, --yes', 'do not ask first; only terminals are asked');
  withCommonOptions(revoking).action((id: string, { yes }: { readonly yes?: boolean }) =>
    revoke(createShell(revoking), id, yes),
  );
}
