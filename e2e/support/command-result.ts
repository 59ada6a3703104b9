import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

/** How a command ended. */
export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** What comes is kept, also when the reader goes away before the end. */
function kept(stream: Readable | null): () => string {
  let said = '';
  stream?.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  return () => said;
}

/** Resolves when a command has ended, with all that it said. */
export async function waitForExit(child: ChildProcess): Promise<CommandResult> {
  const [out, err] = [kept(child.stdout), kept(child.stderr)];
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out: out(), err: err() };
}
