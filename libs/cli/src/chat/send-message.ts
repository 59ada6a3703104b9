import { randomUUID } from 'node:crypto';
import type { Crumbtrail, MessageReceipt, UploadedFile } from '@crumbtrail/client';
import type { Envelope } from '@crumbtrail/contracts';
import { ignoreUnreadable } from '../ignore-unreadable';
import type { Shell } from '../shell';
import { announceApprovals } from './announce-approvals';
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

/** The breadcrumbs of these ids that the key can read. */
export async function readAvailable(client: Pick<Crumbtrail, 'get'>, ids: readonly string[]): Promise<Envelope[]> {
  const found = await Promise.all(ids.map((id) => client.get(id).catch(ignoreUnreadable)));
  return found.filter((one) => one !== undefined);
}

/** Waits for the replies to a message, and says meanwhile what waits for a person. `say` may be called twice: one idempotency key makes it one message. */
async function sayAndAnnounce(
  shell: Shell,
  { waitMs, say }: { waitMs: number; say: (waitMs: number) => Promise<MessageReceipt> },
): Promise<MessageReceipt> {
  if (waitMs === 0) return say(0);
  const ended = new AbortController();
  const announcing = announceApprovals(shell, { find: () => say(0), signal: ended.signal });
  try {
    return await say(waitMs);
  } finally {
    ended.abort();
    await announcing;
  }
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
  const audience = to ? { audience: [...to] } : {};
  const options = {
    ...audience,
    ...(tags && { tags }),
    ...(author && { author }),
    ...(files && { files }),
  };
  const idempotencyKey = randomUUID();
  const say = (wait_ms: number): Promise<MessageReceipt> =>
    client.say(session, text, { ...options, wait_ms, idempotencyKey });
  const receipt = await sayAndAnnounce(shell, { waitMs, say });
  if (!all || !receipt.responses?.length) return receipt;
  const left = Math.max(0, waitMs - (performance.now() - began));
  const replies = await waitUntilQuiet(client, receipt.trail_id, { waitMs: left, signal: shell.interrupted });
  if (!replies) shell.printNote('Agents are still working; these are the replies so far.');
  return replies ? { ...receipt, responses: await readAvailable(client, replies) } : receipt;
}
