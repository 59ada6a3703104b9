import { randomUUID } from 'node:crypto';
import type { Crumbtrail, MessageReceipt } from '@crumbtrail/client';
import type { Envelope } from '@crumbtrail/contracts';
import { ignoreUnreadable } from '../ignore-unreadable';
import type { AuthorName } from '../output/author-names';
import { NO_REPLY } from '../output/response-line';
import type { Shell } from '../shell';
import { AnswerPrinter } from './answer-printer';
import { WaitingLine } from '../waiting';
import { waitUntilQuiet } from './wait-until-quiet';
import { watchTurns } from './watch-turns';

/** Writes what agents reply to, and waits so many milliseconds for the replies. It is called twice with one key, and writes once. */
export type SendAndWait = (waitMs: number, idempotencyKey: string) => Promise<MessageReceipt>;

/** How to wait for replies, and how to print them. */
interface ReplyWait {
  /** Milliseconds. */
  readonly waitMs: number;
  /** Wait also for replies to replies. @default false */
  readonly all?: boolean;
  readonly nameOf: AuthorName;
}

/** The printers of one message. */
interface ReplyDisplay {
  readonly waiting: WaitingLine;
  readonly answers: AnswerPrinter;
  /** The agents of whom was said, while the replies were awaited, that they wait for a person. */
  readonly announced: Set<string>;
}

/** The breadcrumbs of these ids that the key can read. */
async function readAvailable(client: Pick<Crumbtrail, 'get'>, ids: readonly string[]): Promise<Envelope[]> {
  const found = await Promise.all(ids.map((id) => client.get(id).catch(ignoreUnreadable)));
  return found.filter((one) => one !== undefined);
}

/** Waits, and shows meanwhile who is working on a reply, and the replies that come. */
async function showMeanwhile<Result>(
  shell: Shell,
  { sent, waiting, answers, announced }: ReplyDisplay & { readonly sent: MessageReceipt },
  wait: () => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController();
  const note = (text: string): void => answers.note(text);
  const watching = watchTurns(shell, { message: sent.message.id, waiting, note, announced, signal: ended.signal });
  const endAnswers = shell.printsData ? undefined : answers.follow(sent);
  waiting.show();
  try {
    return await wait();
  } finally {
    ended.abort();
    await watching;
    await endAnswers?.();
    waiting.hide();
  }
}

async function waitForReplies(
  shell: Shell,
  { waitMs, all }: ReplyWait,
  wait: () => Promise<MessageReceipt>,
): Promise<MessageReceipt> {
  const end = performance.now() + waitMs;
  const receipt = await wait();
  if (!all || !receipt.responses?.length) return receipt;
  const client = shell.client();
  const left = Math.max(0, end - performance.now());
  const replies = await waitUntilQuiet(client, receipt.trail_id, { waitMs: left, signal: shell.interrupted });
  if (!replies) shell.printNote('Agents are still working; these are the replies so far.');
  return replies ? { ...receipt, responses: await readAvailable(client, replies) } : receipt;
}

/** Prints the replies that came in time where others are late, and who is still working on one or waits for a person. */
async function printLate(
  shell: Shell,
  { answers, announced }: ReplyDisplay,
  { message }: MessageReceipt,
): Promise<void> {
  const client = shell.client();
  const { turns } = await client.turnsOf(message.id);
  const ids = turns.flatMap(({ response_id }) => response_id ?? []);
  answers.printRest(await readAvailable(client, ids));
  const open = turns.filter(({ state }) => state !== 'closed');
  if (open.length === 0) shell.printLines(['No reply yet; still working on it.']);
  const news = open.filter(({ agent, waits }) => !waits || !announced.has(agent));
  shell.printLines(
    news.map(({ agent, waits }) =>
      waits ? `${agent} waits for a person; see what it asks: crumb approvals` : `${agent} is still working on it.`,
    ),
  );
}

/** Prints what was not printed as it came: replies, or why there are none, and the trail. */
async function printEnd(shell: Shell, display: ReplyDisplay, receipt: MessageReceipt): Promise<void> {
  const { responses, reason = NO_REPLY, trail_id } = receipt;
  if (!responses) await printLate(shell, display, receipt);
  else if (responses.length === 0) shell.printLines([reason]);
  else display.answers.printRest(responses);
  printTrail(shell, trail_id);
}

function printTrail(shell: Shell, trail: string): void {
  shell.printLines(['', `trail ${trail}`, `      ${shell.client().gateway.url}/trails/${trail}`]);
}

/**
 * Sends, waits for the replies, and prints each as it comes: on a terminal while it is written, else when it is complete. Then who is still working
 * on one, and the trail. As JSON or YAML, prints only the receipt, at the end.
 */
export async function printReplies(shell: Shell, send: SendAndWait, wait: ReplyWait): Promise<MessageReceipt> {
  const { waitMs, all = false, nameOf } = wait;
  const waiting = new WaitingLine(shell.progressOutput);
  const release = shell.claimProgress();
  const answers = new AnswerPrinter(shell, { nameOf, waiting, all });
  const display = { waiting, answers, announced: new Set<string>() };
  const key = randomUUID();
  const sent = await send(0, key);
  const awaitSent = (): Promise<MessageReceipt> => waitForReplies(shell, wait, () => send(waitMs, key));
  const receipt = waitMs === 0 ? sent : await showMeanwhile(shell, { ...display, sent }, awaitSent);
  release();
  if (shell.printsData) shell.print(receipt, () => []);
  else if (waitMs > 0) await printEnd(shell, display, receipt);
  else {
    shell.printLines(['Sent.']);
    printTrail(shell, receipt.trail_id);
  }
  return receipt;
}
