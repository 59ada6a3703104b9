import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from './cli-error';
import { checkout, environmentWith } from './config';

/** A program of the checkout, and how it is run. */
export interface CheckoutProgram {
  /** Its file, below the checkout. */
  readonly file: string;
  readonly args?: readonly string[];
  /** More of its environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where it runs. Default: here. */
  readonly cwd?: string;
  /** Called for each message that it sends. */
  readonly onMessage?: (message: unknown) => void;
}

/**
 * Runs a program of the checkout in the foreground. Forwards signals; a Ctrl-C arrives there twice, as under npm. Resolves to its exit code.
 */
export async function runProgram({ file, args = [], env = {}, cwd, onMessage }: CheckoutProgram): Promise<number> {
  const path = join(checkout, file);
  if (!existsSync(path)) throw new CliError(`${path} not found: this works only in a checkout or image of Crumbtrail.`);
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    cwd,
    env: environmentWith(env),
  });
  const forward = (signal: NodeJS.Signals): boolean => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward).on('SIGHUP', forward);
  if (onMessage) child.on('message', onMessage);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, forward);
  return code;
}
