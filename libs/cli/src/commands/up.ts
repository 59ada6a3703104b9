import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { CliError } from '../cli-error';
import { checkout } from '../config';

/** Runs the supervisor like `npm start` and exits with its code. Forwards signals; a Ctrl-C arrives there twice, as under npm. */
async function up(): Promise<void> {
  const start = join(checkout, 'tools/setup/start.js');
  if (!existsSync(start))
    throw new CliError(`${start} not found: \`crumb up\` works only in a checkout of Crumbtrail.`);
  const child = spawn(process.execPath, [start], { stdio: 'inherit', cwd: checkout });
  const forward = (signal: NodeJS.Signals): boolean => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward).on('SIGHUP', forward);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
  if (code !== 0) throw new CliError('', code);
}

/** Adds `crumb up`, the same as `npm start`. */
export function addUp(program: Command): void {
  program
    .command('up')
    .description('start everything and run until Ctrl-C; the same as `npm start`')
    .option('--json', 'ignored; logs are JSON in .crumbtrail/logs')
    .action(() => up());
}
