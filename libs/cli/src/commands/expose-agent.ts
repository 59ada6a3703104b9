import { asPayload, AgentDef, type AgentDefV1 } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { CliError } from '../cli-error';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { define, toDefinition } from './define-agent';
import { findAgent } from './find-agent';

interface ExposeOptions {
  readonly a2a?: true;
  readonly description?: string;
  readonly signed?: true;
  readonly callers?: readonly string[];
  readonly session?: string;
  readonly off?: true;
}

type AgentExposure = NonNullable<AgentDefV1['publish']>;

/** Refuses options that say nothing about the protocol, or of an end. */
function refuseOthers({ a2a, off, callers, description, signed, session }: ExposeOptions): void {
  const ofNats = signed ?? session;
  if (off && (ofNats ?? callers ?? description) !== undefined)
    throw new CliError('--off takes no other option but --a2a: it ends the publication.', 2);
  if (a2a && ofNats !== undefined)
    throw new CliError('--signed and --session are about NATS: A2A has keys and contexts.', 2);
  if (!a2a && description !== undefined) throw new CliError('--description is for the agent card: add --a2a.', 2);
}

function publicationFor(options: ExposeOptions): AgentExposure {
  const { a2a, description, signed, callers, session } = options;
  const named = callers && { callers };
  if (a2a) return { a2a: { ...named, ...(description !== undefined && { description }) } } as AgentExposure;
  const nats = { ...(signed && { min_sender_trust: 'signed' }), ...named, ...(session !== undefined && { session }) };
  return { nats } as AgentExposure;
}

async function expose(shell: Shell, name: string, options: ExposeOptions): Promise<void> {
  refuseOthers(options);
  const definition = toDefinition(await findAgent(shell, name));
  const { publish = {} } = asPayload(AgentDef.name, definition);
  const { [options.a2a ? 'a2a' : 'nats']: _, ...others } = publish;
  await define(shell, { ...definition, publish: { ...others, ...(options.off ? {} : publicationFor(options)) } });
}

/** Adds `crumb agents expose`, which lets other programs find and prompt an agent, over NATS or by A2A. */
export function addExposeAgent(agents: Command, createShell: ShellFactory): void {
  const exposing = agents
    .command('expose')
    .description(
      'let others find and prompt an agent by the agent protocol of NATS (see docs/guides/agents-on-nats.md), or by A2A (see docs/guides/a2a-and-agui.md)',
    )
    .argument('<agent>')
    .option('--a2a', 'by A2A in place of NATS')
    .option('--description <text>', 'what it can do, for its agent card')
    .option('--callers <participants...>', 'only these may prompt it, such as user:rita or operators')
    .option('--signed', 'only prompts that their sender has signed are answered')
    .option('--session <name>', 'one session for all prompts (default: each caller has its own)')
    .option('--off', 'end it');
  withCommonOptions(exposing).action((agent: string, options: ExposeOptions) =>
    expose(createShell(exposing), agent, options),
  );
}
