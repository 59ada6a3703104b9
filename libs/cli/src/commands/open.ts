import { isApiError } from '@crumbtrail/client';
import type { Command } from 'commander';
import { spawn } from 'node:child_process';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { browserProgram, resolveUrl } from '../config';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

/** The views of the console by what a user calls what they show. */
const VIEWS: Readonly<Record<string, string>> = {
  agent: 'agents',
  agents: 'agents',
  approvals: 'approvals',
  chat: 'chat',
  context: 'contexts',
  contexts: 'contexts',
  'dead-letters': 'dead-letters',
  health: 'health',
  log: 'log',
  lore: 'lore',
  memory: 'memory',
  session: 'chat',
  sessions: 'chat',
  tool: 'tools',
  tools: 'tools',
  trail: 'trails',
  trails: 'trails',
};

function viewPath(what: string, id: string | undefined): string {
  const view = Object.hasOwn(VIEWS, what) ? VIEWS[what] : undefined;
  if (view === undefined)
    throw new CliError(`The console has no "${what}". It has: ${Object.keys(VIEWS).join(', ')}.`, 2);
  return id === undefined ? `/${view}` : `/${view}/${encodeURIComponent(id)}`;
}

/** An address that signs in, or on another machine than the gateway's, one that asks for a key. */
async function createAddress(shell: Shell, view: string): Promise<string> {
  const url = resolveUrl(shell.connection);
  try {
    const { path } = await shell.client().request('POST /v1/console/codes', {});
    return `${url}${path}&to=${encodeURIComponent(view)}`;
  } catch (error) {
    if (!isApiError(error, 403)) throw error;
    shell.printNote(error.message);
    return `${url}/#${view}`;
  }
}

/** Opens an address in the browser of this machine; false without one. */
async function launchBrowser(address: string): Promise<boolean> {
  const program = browserProgram();
  if (program === undefined) return false;
  const child = spawn(program, [address], { stdio: 'ignore', detached: true });
  const started = await new Promise<boolean>((resolve) =>
    child.once('spawn', () => resolve(true)).once('error', () => resolve(false)),
  );
  child.unref();
  return started;
}

async function open(shell: Shell, view: string, { browser }: { readonly browser: boolean }): Promise<void> {
  const address = await createAddress(shell, view);
  shell.print({ url: address }, () => [address]);
  if (shell.printsData || !browser || shell.terminal.output.isTTY !== true) return;
  if (!(await launchBrowser(address)))
    shell.printNote('No browser was found here: open the link yourself, within a minute.');
}

/** Adds `crumb open`, which opens the console and signs in to it. */
export function addOpen(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'open')
    .argument('[what]', `chat, session, trail, context, agent, tool, …`, 'chat')
    .argument('[id]', 'which one')
    .option('--no-browser', 'only print the link');
  withCommonOptions(command).action((what: string, id: string | undefined, options: { readonly browser: boolean }) =>
    open(createShell(command), viewPath(what, id), options),
  );
}
