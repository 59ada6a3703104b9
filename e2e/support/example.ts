import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { waitForExit, type CommandResult } from './command-result';
import type { StackInUse } from './fixture';

const folder = resolve(__dirname, '../../examples');

/** Installs the dependencies of an example by its own lock file, once for each checkout. */
export function installExample(name: string): void {
  const cwd = join(folder, name);
  if (existsSync(join(cwd, 'node_modules', '.package-lock.json'))) return;
  const npm = process.env['npm_execpath'];
  const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const { status, stderr } = spawnSync(program, [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm ci did not finish in examples/${name}: ${stderr}`);
}

/** Runs an example with the command of its guide, against the stack and its scripted model. */
export function runExample(
  stack: StackInUse,
  command: readonly [string, ...string[]],
  key: string,
): Promise<CommandResult> {
  const [program, ...args] = command;
  const env = {
    PATH: process.env['PATH'],
    CRUMBTRAIL_URL: stack.api.url,
    CRUMBTRAIL_KEY: key,
    MODEL_BASE_URL: stack.model.base_url,
    MODEL_NAME: 'scripted',
    MODEL_API_KEY: 'sk-scripted-0001',
  };
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  return waitForExit(child);
}
