import { setTimeout as pause } from 'node:timers/promises';
import type { MessageReceipt } from '@crumbtrail/client';
import type { Shell } from '../shell';
import { showWaiting } from './waiting';

const LOOK_EVERY_MS = 1_000;

/** A message whose replies are awaited, and how to find its id while the request for the replies is open. */
interface AwaitedMessage {
  readonly find: () => Promise<MessageReceipt>;
  readonly signal: AbortSignal;
}

/** The approvals that the turns of a message wait for, by their ids: the agent that asks. */
async function findApprovals(shell: Shell, message: string): Promise<Map<string, string>> {
  const client = shell.client();
  const { turns } = await client.turnsOf(message);
  const waiting = turns.filter(({ waits }) => waits);
  const pages = await Promise.all(waiting.map(({ id }) => client.approvals.list({ turn: id })));
  return new Map(pages.flatMap(({ approvals }) => approvals.map(({ id, agent }) => [id, agent] as const)));
}

async function announce(shell: Shell, { find, signal }: AwaitedMessage, note: (text: string) => void): Promise<void> {
  await pause(LOOK_EVERY_MS, undefined, { signal });
  const { message } = await find();
  const announced = new Set<string>();
  for (;;) {
    for (const [id, agent] of await findApprovals(shell, message.id)) {
      if (!announced.has(id)) note(`${agent} waits for a person: crumb approvals show ${id}`);
      announced.add(id);
    }
    await pause(LOOK_EVERY_MS, undefined, { signal });
  }
}

/**
 * While replies are awaited: says once of each approval that they wait for the command that shows it, and shows the seconds on a terminal. Both are
 * on standard error. Ends when the signal fires.
 */
export async function announceApprovals(shell: Shell, awaited: AwaitedMessage): Promise<void> {
  const { errors } = shell.terminal;
  const show = (): (() => void) =>
    errors.isTTY === true && !shell.printsData ? showWaiting({ ...shell.terminal, output: errors }) : () => undefined;
  let hide = show();
  const note = (text: string): void => {
    hide();
    shell.printNote(text);
    if (!awaited.signal.aborted) hide = show();
  };
  try {
    await announce(shell, awaited, note);
  } catch (error) {
    if (!awaited.signal.aborted && !shell.interrupted.aborted)
      note(`Could not see whether an agent waits for a person: ${(error as Error).message}`);
  }
  if (!awaited.signal.aborted)
    await new Promise<void>((resolve) => awaited.signal.addEventListener('abort', () => resolve(), { once: true }));
  hide();
}
