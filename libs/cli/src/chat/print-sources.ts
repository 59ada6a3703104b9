import { setTimeout as pause } from 'node:timers/promises';
import type { GroundedReply, MessageReceipt } from '@crumbtrail/client';
import type { AuthorName } from '../output/author-names';
import { groundingLines } from '../output/grounding';
import type { Shell } from '../shell';

/** Sources are found after the reply: how long a command waits for them, and how often it looks. */
const SOURCES_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 250;

/** What a reply rests on, once that is found; after some seconds, that nothing is. */
async function waitForGrounding(shell: Shell, reply: string): Promise<GroundedReply> {
  const { contexts } = shell.client();
  const end = performance.now() + SOURCES_WITHIN_MS;
  for (;;) {
    const grounding = await contexts.grounding(reply);
    if (grounding.found || performance.now() > end) return grounding;
    await pause(LOOK_EVERY_MS, undefined, { signal: shell.interrupted });
  }
}

/** Waits for what each reply rests on, at most 5 s, and prints it. */
export async function printSources(
  shell: Shell,
  { responses = [] }: MessageReceipt,
  nameOf: AuthorName,
): Promise<void> {
  for (const { id } of responses) {
    const grounding = await waitForGrounding(shell, id);
    shell.print(grounding, () => ['', ...groundingLines(grounding, nameOf)]);
  }
}
