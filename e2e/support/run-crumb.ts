import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { type CommandResult, waitForExit } from './command-result';
import type { StackInUse } from './fixture';

const CRUMB = resolve(__dirname, '../../libs/cli/bin/crumb.js');

/** Runs `crumb` as the operator of a stack. */
export function runCrumb({ api, key }: Pick<StackInUse, 'api' | 'key'>, ...options: string[]): Promise<CommandResult> {
  const env = { PATH: process.env['PATH'], CRUMBTRAIL_URL: api.url, CRUMBTRAIL_KEY: key };
  return waitForExit(spawn(process.execPath, [CRUMB, ...options], { env }));
}
