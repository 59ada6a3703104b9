import type { Command } from 'commander';
import { isInstalled, startCommand, version } from '../config';
import { declareListed } from '../listed-commands';
import { type ShellFactory, withFormat } from '../shell';

const GET_NEWER = isInstalled
  ? 'npm install crumbtrail@latest, or without an installation: npx crumbtrail@latest'
  : 'git pull';

/** Adds `crumb upgrade`, which says how this installation is replaced by the newest version. It changes nothing: whoever runs Crumbtrail stops it first. */
export function addUpgrade(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'upgrade');
  withFormat(command).action(() => {
    const steps = [
      'crumb backup before-upgrade.crumbs',
      'stop Crumbtrail (Ctrl-C where it runs)',
      GET_NEWER,
      `${startCommand}, which migrates the data; older versions refuse them then`,
    ];
    const lines = [`This is Crumbtrail ${version}. To upgrade it:`, ...steps.map((step, at) => `  ${at + 1}. ${step}`)];
    createShell(command).print({ version, steps }, () => lines);
  });
}
