import type { Command } from 'commander';
import { CliError } from '../cli-error';
import { checkout, environment, home, keyOf, modelSettings, urlOf } from '../config';
import { examine } from '../doctor/examine';
import type { Finding } from '../doctor/finding';
import { type Shell, type ShellOf, withCommonOptions } from '../shell';

const MARK = { ok: ' ok ', note: 'note', ill: ' !! ' } as const;

const lines = (findings: readonly Finding[]): string[] =>
  findings.flatMap(({ about, state, says, remedy }) => [
    `${MARK[state]}  ${about}: ${says}`,
    ...(remedy && state !== 'ok' ? [`      ${remedy}`] : []),
  ]);

async function doctor(shell: Shell): Promise<void> {
  const machine = { nodeVersion: process.version, env: environment(), home: home(), checkout };
  const findings = await examine({ machine, url: urlOf(shell.said), key: keyOf(shell.said), model: modelSettings() });
  const healthy = findings.every(({ state }) => state !== 'ill');
  shell.show({ healthy, findings }, () => [...lines(findings), '', healthy ? 'All is well.' : 'Not all is well.']);
  if (!healthy) throw new CliError('');
}

/** `crumb doctor`: what is wrong, and what to do. */
export function addDoctor(program: Command, shellOf: ShellOf): void {
  const command = program.command('doctor').description('what is wrong, and what to do about it');
  withCommonOptions(command).action(() => doctor(shellOf(command)));
}
