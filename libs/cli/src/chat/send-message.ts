import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Crumbtrail, MessageReceipt, UploadedFile } from '@crumbtrail/client';
import { UserMessage, type Envelope } from '@crumbtrail/contracts';
import { ignoreUnreadable } from '../ignore-unreadable';
import type { Shell } from '../shell';
import { waitUntilQuiet } from './wait-until-quiet';

/** A message of `crumb send`, or of a chat. */
export interface MessageToSend {
  readonly session: string;
  readonly text: string;
  readonly tags?: readonly string[];
  readonly author?: { readonly name: string };
  readonly files?: readonly UploadedFile[];
  /** Who alone may read it, besides its author; undefined: everybody in the session. */
  readonly to?: readonly string[] | undefined;
}

/** How long to wait for replies, milliseconds; `all`: also for replies to replies. */
interface SendWait {
  readonly waitMs: number;
  readonly all: boolean;
}

const LOOK_EVERY_MS = 250;

/** The breadcrumbs of these ids that the key can read. */
async function readAvailable(client: Pick<Crumbtrail, 'get'>, ids: readonly string[]): Promise<Envelope[]> {
  const found = await Promise.all(ids.map((id) => client.get(id).catch(ignoreUnreadable)));
  return found.filter((one) => one !== undefined);
}

/** The replies to a message once the turns that it woke are closed; nothing when they are not in time. */
async function waitForTurns(shell: Shell, message: string, waitMs: number): Promise<Partial<MessageReceipt>> {
  const client = shell.client();
  const end = performance.now() + waitMs;
  while (performance.now() < end) {
    const { decided, turns, reason } = await client.turnsOf(message);
    if (decided && turns.every(({ state }) => state === 'closed')) {
      const ids = turns.flatMap(({ response_id }) => response_id ?? []);
      return { responses: await readAvailable(client, ids), ...(reason !== undefined && { reason }) };
    }
    await pause(LOOK_EVERY_MS, undefined, { signal: shell.interrupted });
  }
  return {};
}

/** Writes a message that not everybody may read, which the route for messages can't; the same key writes it once. */
export async function writePrivately(
  shell: Shell,
  { session, text: content, tags, author, files, to = [] }: MessageToSend,
  idempotencyKey: string = randomUUID(),
): Promise<string> {
  const context = { content, ...(files && { files: [...files] }) };
  const more = { ...(tags && { tags: [...tags] }), ...(author && { author }) };
  const draft = { schema_name: UserMessage.name, session, audience: [...to], context, ...more };
  return (await shell.client().append(draft, { idempotencyKey })).id;
}

/** The receipt of a message that was written privately, with the replies to it. */
export async function waitPrivately(shell: Shell, id: string, waitMs: number): Promise<MessageReceipt> {
  const message: Envelope = await shell.client().get(id);
  return { message, trail_id: message.trail_id, ...(await waitForTurns(shell, id, waitMs)) };
}

/** Sends a message and waits for the replies to it; with `all`, until its trail is quiet. */
export async function sendMessage(
  shell: Shell,
  draft: MessageToSend,
  { waitMs, all }: SendWait,
): Promise<MessageReceipt> {
  const client = shell.client();
  const { session, text, to, tags, author, files } = draft;
  const began = performance.now();
  const options = { wait_ms: waitMs, ...(tags && { tags }), ...(author && { author }), ...(files && { files }) };
  const receipt = to
    ? await waitPrivately(shell, await writePrivately(shell, draft), waitMs)
    : await client.say(session, text, options);
  if (!all || !receipt.responses?.length) return receipt;
  const left = Math.max(0, waitMs - (performance.now() - began));
  const replies = await waitUntilQuiet(client, receipt.trail_id, { waitMs: left, signal: shell.interrupted });
  if (!replies) shell.printNote('Agents are still working; these are the replies so far.');
  return replies ? { ...receipt, responses: await readAvailable(client, replies) } : receipt;
}
