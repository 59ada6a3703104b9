import { loadSample, SAMPLE_QUESTIONS, SAMPLE_SESSION } from '@crumbtrail/client';
import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

const COMMANDS = SAMPLE_QUESTIONS.map((question) => `crumb send "${question}" -s ${SAMPLE_SESSION}`);

async function sample(shell: Shell): Promise<void> {
  const client = shell.client();
  const { breadcrumbs } = await client.list({ session: SAMPLE_SESSION, limit: 1 });
  if (breadcrumbs.length > 0)
    throw new CliError(
      `The session ${SAMPLE_SESSION} is not empty, so nothing was loaded. If it holds the sample, ask it: ${COMMANDS[0]}`,
    );
  const messages = await loadSample(client);
  shell.print({ session: SAMPLE_SESSION, messages, questions: SAMPLE_QUESTIONS }, () => [
    `Loaded ${messages} messages of people who plan a workshop, as the history of the session ${SAMPLE_SESSION}. Ask about them:`,
    '',
    ...COMMANDS.map((one) => `  ${one}`),
    '',
    'Then see what led to the answer, and what the model saw:',
    '',
    `  crumb trace -s ${SAMPLE_SESSION}`,
    `  crumb contexts -s ${SAMPLE_SESSION}`,
  ]);
}

/** Adds `crumb sample`, which loads a conversation to try things with. */
export function addSample(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'sample');
  withCommonOptions(command).action(() => sample(createShell(command)));
}
