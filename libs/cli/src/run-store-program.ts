import { CliError } from './cli-error';
import { dataFolder } from './config';
import { StagedProgress } from './progress';
import { runProgram } from './run-program';
import type { Shell } from './shell';

/** A program of the store that opens the database with the store's settings, and what it is to do. */
interface StoreProgram {
  /** Its folder, below the store's built sources. */
  readonly folder: 'archive' | 'backup';
  readonly args: readonly string[];
}

/** A message of such a program. */
type ProgramMessage =
  | { readonly progress: { readonly what: string; readonly done: number; readonly of?: number } }
  | { readonly reply: unknown }
  | { readonly failed: string };

/** Runs a program of the store, and shows how far it is. Resolves to what it replies. Throws CliError with the reason where it fails. */
export async function runStoreProgram<Reply>(shell: Shell, { folder, args }: StoreProgram): Promise<Reply> {
  const progress = new StagedProgress(shell);
  let reply: unknown;
  let failed = '';
  const onMessage = (message: unknown): void => {
    const received = message as ProgramMessage;
    if ('progress' in received) progress.update(received.progress);
    else if ('failed' in received) failed = received.failed;
    else reply = received.reply;
  };
  const env = { CRUMBTRAIL_HOME: dataFolder(shell.connection) };
  try {
    const file = `services/breadcrumb-store/dist/${folder}/main.js`;
    const code = await runProgram({ file, args, env, onMessage });
    if (code !== 0)
      throw new CliError(failed || `The ${folder} program ended before it was done; run the command again.`, code);
  } finally {
    progress.stop();
  }
  return reply as Reply;
}
