import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { checkout, isInstalled } from '../config';
import { runProgram } from '../run-program';

/** Adds `crumb up`, the same as `npm start`. */
export function addUp(program: Command): void {
  declareListed(program, 'up')
    .option('--json', 'ignored; logs are JSON in .crumbtrail/logs')
    .action(async () => {
      const code = await runProgram({ file: 'tools/setup/start.js', ...(isInstalled ? {} : { cwd: checkout }) });
      if (code !== 0) throw new CliError('', code);
    });
}
