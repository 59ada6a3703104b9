import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { cacheFolder, environment, dataFolder, resolveKey, modelSettings, resolveUrl } from '../config';
import { runChecks } from '../doctor/run-checks';
import type { Finding } from '../doctor/finding';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

const MARKS = { ok: ' ok ', note: 'note', ill: ' !! ' } as const;

const findingLines = (findings: readonly Finding[]): string[] =>
  findings.flatMap(({ about, state, says, remedy }) => [
    `${MARKS[state]}  ${about}: ${says}`,
    ...(remedy && state !== 'ok' ? [`      ${remedy}`] : []),
  ]);

function verdict(findings: readonly Finding[]): string {
  const problems = findings.filter(({ state }) => state === 'ill').length;
  return problems === 0 ? 'No problems found.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`;
}

async function doctor(shell: Shell): Promise<void> {
  const machine = { nodeVersion: process.version, env: environment(), home: dataFolder(), cache: cacheFolder() };
  const findings = await runChecks({
    machine,
    url: resolveUrl(shell.connection),
    key: resolveKey(shell.connection),
    model: modelSettings(),
  });
  const healthy = findings.every(({ state }) => state !== 'ill');
  shell.print({ healthy, findings }, () => [...findingLines(findings), '', verdict(findings)]);
  if (!healthy) throw new CliError('');
}

/** Adds `crumb doctor`, which checks the setup. */
export function addDoctor(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'doctor');
  withCommonOptions(command).action(() => doctor(createShell(command)));
}
