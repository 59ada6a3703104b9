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

function verdict(findings: readonly Finding[]): string {
  const problems = findings.filter(({ state }) => state === 'ill').length;
  return problems === 0 ? 'No problems found.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`;
}

async function doctor(shell: Shell): Promise<void> {
  const machine = { nodeVersion: process.version, env: environment(), home: home(), checkout };
  const findings = await examine({ machine, url: urlOf(shell.said), key: keyOf(shell.said), model: modelSettings() });
  const healthy = findings.every(({ state }) => state !== 'ill');
  shell.show({ healthy, findings }, () => [...lines(findings), '', verdict(findings)]);
  if (!healthy) throw new CliError('');
}

/** `crumb doctor`: what is wrong, and what to do. */
export function addDoctor(program: Command, shellOf: ShellOf): void {
  const command = program.command('doctor').description('check the setup and suggest fixes');
  withCommonOptions(command).action(() => doctor(shellOf(command)));
}
