import {
  activeOverrides,
  asPayload,
  asCrumb,
  Session,
  SessionOverride,
  type Envelope,
  type SessionOverrideItem,
  type SessionV1,
} from '@crumbtrail/contracts';
import type { MessageReceipt, SpeakOptions } from '@crumbtrail/client';
import type { Command } from 'commander';
import { declareListed } from '../../listed-commands';
import { printReplies } from '../../chat/print-replies';
import { CliError } from '../../cli-error';
import { loadAuthorNames } from '../../output/author-names';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { parseWaitMs } from '../send';
import { changeSession, splitList, type SetOptions } from './session-changes';
import { requireNames } from '../../require-names';
import { addOverrides, overrideLines } from './overrides';
import { sessionLines } from './show-session';

/** The session.v1 of a session; undefined where it has none that the key may read. */
async function findSession(shell: Shell, name: string): Promise<Envelope<SessionV1> | undefined> {
  const { breadcrumbs } = await shell.client().list({ schema: Session.name, session: name, limit: 1 });
  const found = breadcrumbs.find(({ schema_name }) => schema_name === Session.name);
  return found && asCrumb(Session.name, found as Envelope);
}

/** How operators have adjusted the session, as far as that has not ended. */
async function findOverrides(shell: Shell, name: string): Promise<SessionOverrideItem[]> {
  const { breadcrumbs } = await shell.client().list({ schema: SessionOverride.name, session: name, limit: 1 });
  const found = breadcrumbs.find(({ schema_name }) => schema_name === SessionOverride.name);
  const override = found && asPayload(SessionOverride.name, found.context);
  return activeOverrides(override, new Date().toISOString());
}

/** Rejects with CliError where the key may read nothing in the session. */
async function requireSession(shell: Shell, name: string): Promise<void> {
  const { breadcrumbs } = await shell.client().list({ session: name, limit: 1 });
  if (breadcrumbs.length === 0)
    throw new CliError(`There is no session ${name} that this key may read. Write one with crumb session set.`);
}

async function show(shell: Shell, name: string): Promise<void> {
  const [session, overrides] = await Promise.all([findSession(shell, name), findOverrides(shell, name)]);
  if (session === undefined) await requireSession(shell, name);
  const marker = overrides.length > 0 ? ['', ...overrideLines(overrides)] : [];
  const context = session?.context ?? { name };
  shell.print(session ?? { context }, () => [...sessionLines(context), ...marker]);
}

async function set(shell: Shell, name: string, options: SetOptions): Promise<void> {
  const client = shell.client();
  for (const agent of splitList(options.add)) await requireNames(shell, { agent });
  const session = await findSession(shell, name);
  const context = changeSession(session?.context ?? { name }, options);
  if (session === undefined) await client.append({ schema_name: Session.name, context: { ...context } });
  else await client.change(session.id, session.version, { context: { ...context } });
  shell.print(context, () => sessionLines(context));
}

interface SpeakCommandOptions {
  readonly reason?: string;
  readonly private?: true;
  readonly wait: string;
}

interface SpeakArguments {
  readonly session: string;
  readonly agent: string | undefined;
  readonly words: readonly string[];
}

async function speak(
  shell: Shell,
  { session, agent, words }: SpeakArguments,
  options: SpeakCommandOptions,
): Promise<void> {
  const waitMs = parseWaitMs(options.wait);
  const client = shell.client();
  const wanted: SpeakOptions = {
    ...(agent === undefined ? {} : { agent }),
    ...(words.length === 0 ? {} : { message: words.join(' ') }),
    ...(options.reason === undefined ? {} : { reason: options.reason }),
    ...(options.private ? { private: true } : {}),
  };
  const nameOf = await loadAuthorNames(shell);
  const say = (wait_ms: number, idempotencyKey: string): Promise<MessageReceipt> =>
    client.speak(session, { ...wanted, wait_ms, idempotencyKey });
  await printReplies(shell, say, { waitMs, nameOf });
}

function addShow(session: Command, createShell: ShellFactory): void {
  const command = session
    .command('show')
    .description('show how a session chooses who speaks, and its members')
    .argument('<session>');
  withCommonOptions(command).action((name: string) => show(createShell(command), name));
}

function addSet(session: Command, createShell: ShellFactory): void {
  const command = session
    .command('set')
    .description('change title, members and strategy of a session, or archive it; lists are separated by commas')
    .argument('<session>')
    .option('--title <title>', 'what lists show instead of its name')
    .option('--archive', 'lists leave it out')
    .option('--no-archive', 'lists show it again')
    .option('--strategy <strategy>', 'natural, list, pooled, manual, director, rules, or none')
    .option('--add <agents>', 'agents that become members')
    .option('--remove <agents>', 'agents that are members no longer')
    .option('--mute <agents>', 'members that do not speak')
    .option('--unmute <agents>', 'members that speak again')
    .option('--present <agents>', 'members that are there')
    .option('--absent <agents>', 'members that are not there')
    .option('--talkativeness <pairs>', 'how likely members speak unmentioned, such as ann=0.3,bob=1')
    .option('--order <pairs>', 'the place of members in a list, such as ann=2,bob=1')
    .option('--director <agent>', 'the member that chooses who speaks')
    .option('--allow-self', 'agents may speak after their own messages')
    .option('--no-allow-self', 'they may not')
    .option('--auto [limits]', 'rounds follow each other, such as max_rounds=3,max_turns=20,delay_seconds=5')
    .option('--no-auto', 'they do not');
  withCommonOptions(command).action((name: string, options: SetOptions) => set(createShell(command), name, options));
}

function addSpeak(session: Command, createShell: ShellFactory): void {
  const command = session
    .command('speak')
    .description('let an agent speak, muted or not; without one, whom the strategy chooses')
    .argument('<session>')
    .argument('[agent]')
    .argument('[message...]', 'what it answers')
    .option('--reason <reason>', 'why this agent; shown on its turn')
    .option('--private', 'only agents read the message')
    .option('-w, --wait <seconds>', 'how long to wait for replies', '60');
  withCommonOptions(command).action(
    (name: string, agent: string | undefined, words: string[], options: SpeakCommandOptions) =>
      speak(createShell(command), { session: name, agent, words }, options),
  );
}

/** Adds `crumb session`: show and change how a session chooses who speaks, and let an agent speak. */
export function addSession(program: Command, createShell: ShellFactory): void {
  const session = declareListed(program, 'session');
  addShow(session, createShell);
  addSet(session, createShell);
  addSpeak(session, createShell);
  addOverrides(session, createShell);
}
