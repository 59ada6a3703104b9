import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

/** The result of a command. */
export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Collects the text of a stream, even when the reader stops before its end. */
function kept(stream: Readable | null): () => string {
  let said = '';
  stream?.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  return () => said;
}

/** Resolves when a command has ended, with its exit code and output. */
export async function waitForExit(child: ChildProcess): Promise<CommandResult> {
  const [out, err] = [kept(child.stdout), kept(child.stderr)];
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out: out(), err: err() };
}
