import type { ChildProcess } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Resolves when a command has ended, with all that it said. */
export async function ended(child: ChildProcess): Promise<Ended> {
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''));
  const [out = '', err = ''] = await Promise.all(said);
  return { code: await closed, out, err };
}
