import { randomUUID } from 'node:crypto';
import type { MessageReceipt } from '@crumbtrail/client';
import type { Shell } from '../shell';

/** A message to send, its session, and how long to wait for replies, in milliseconds. */
export interface OutgoingMessage {
  readonly session: string;
  readonly line: string;
  readonly waitMs: number;
  /** Who alone may read it, besides its author; undefined: everybody in the session. */
  readonly to?: readonly string[] | undefined;
}

/** Sends a message and waits for replies. The first Ctrl-C stops the replies in progress, the second ends the command. */
export async function sendUntilStopped(
  shell: Shell,
  { session, line, waitMs, to }: OutgoingMessage,
): Promise<MessageReceipt> {
  const client = shell.client();
  const idempotencyKey = randomUUID();
  const audience = to ? { audience: [...to] } : {};
  const say = (wait_ms: number): Promise<MessageReceipt> =>
    client.say(session, line, { wait_ms, idempotencyKey, ...audience });
  const stop = async (): Promise<void> => {
    const { turns } = await client.turnsOf((await say(0)).message.id);
    const open = turns.filter(({ state }) => state !== 'closed');
    if (open.length === 0) shell.printNote('No reply in progress yet; press Ctrl-C again to quit.');
    await Promise.all(open.map(({ id }) => client.stopTurn(id)));
  };
  const release = shell.interrupts.intercept(
    () =>
      void stop().catch((error: unknown) => shell.printNote(`Could not stop the reply: ${(error as Error).message}`)),
  );
  try {
    return await say(waitMs);
  } finally {
    release();
  }
}
