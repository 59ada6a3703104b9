import { asPayload, AgentDef } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { CliError } from '../cli-error';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { define, toDefinition } from './define-agent';
import { findAgent } from './find-agent';

interface ExposeOptions {
  readonly signed?: true;
  readonly callers?: readonly string[];
  readonly session?: string;
  readonly off?: true;
}

async function expose(shell: Shell, name: string, { signed, callers, session, off }: ExposeOptions): Promise<void> {
  if (off && (signed ?? callers ?? session) !== undefined)
    throw new CliError('--off takes no other option: it ends the publication.', 2);
  const definition = toDefinition(await findAgent(shell, name));
  const { publish = {} } = asPayload(AgentDef.name, definition);
  const { nats: _, ...others } = publish;
  const nats = {
    ...(signed && { min_sender_trust: 'signed' }),
    ...(callers && { callers }),
    ...(session !== undefined && { session }),
  };
  await define(shell, { ...definition, publish: off ? others : { ...others, nats } });
}

/** Adds `crumb agents expose`, which lets others on NATS find and prompt an agent. */
export function addExposeAgent(agents: Command, createShell: ShellFactory): void {
  const exposing = agents
    .command('expose')
    .description(
      'let others find and prompt an agent by the agent protocol of NATS (see docs/guides/agents-on-nats.md)',
    )
    .argument('<agent>')
    .option('--callers <participants...>', 'only these may prompt it, such as user:rita or operators')
    .option('--signed', 'only prompts that their sender has signed are answered')
    .option('--session <name>', 'one session for all prompts (default: each caller has its own)')
    .option('--off', 'end it');
  withCommonOptions(exposing).action((agent: string, options: ExposeOptions) =>
    expose(createShell(exposing), agent, options),
  );
}
