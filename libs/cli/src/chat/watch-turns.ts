import { setTimeout as pause } from 'node:timers/promises';
import type { WokenTurns } from '@crumbtrail/client';
import type { Shell } from '../shell';
import type { WaitingLine } from '../waiting';

const LOOK_EVERY_MS = 1_000;

/** A message whose replies are awaited. */
export interface AwaitedMessage {
  readonly message: string;
  /** Says on a terminal who is working on a reply. */
  readonly waiting: WaitingLine;
  /** Prints a remark on standard error. */
  readonly note: (text: string) => void;
  /** Collects the agents of whom a remark said that they wait for a person. */
  readonly announced: Set<string>;
  /** Fires when replies are no longer awaited. */
  readonly signal: AbortSignal;
  /** Milliseconds between lines that say who is working, where standard error is no terminal. @default 10,000 */
  readonly sayEveryMs?: number;
}

type StartedTurn = WokenTurns['turns'][number];

/** The approvals that turns wait for, by their ids: the agent that asks. */
async function findApprovals(shell: Shell, turns: readonly StartedTurn[]): Promise<Map<string, string>> {
  const client = shell.client();
  const waiting = turns.filter(({ waits }) => waits);
  const pages = await Promise.all(waiting.map(({ id }) => client.approvals.list({ turn: id })));
  return new Map(pages.flatMap(({ approvals }) => approvals.map(({ id, agent }) => [id, agent] as const)));
}

const agentsAtWork = (turns: readonly StartedTurn[]): string[] =>
  turns.filter(({ state, waits }) => state !== 'closed' && !waits).map(({ agent }) => agent);

async function lookUntilEnded(shell: Shell, awaited: AwaitedMessage): Promise<void> {
  const { message, waiting, note, announced, signal, sayEveryMs = 10_000 } = awaited;
  const saysLines = shell.terminal.errors.isTTY !== true && !shell.printsData;
  const shown = new Set<string>();
  const began = performance.now();
  let saidAt = began;
  for (;;) {
    await pause(LOOK_EVERY_MS, undefined, { signal });
    const { turns } = await shell.client().turnsOf(message);
    for (const [id, agent] of await findApprovals(shell, turns)) {
      if (!shown.has(id)) note(`${agent} waits for a person: crumb approvals show ${id}`);
      shown.add(id);
      announced.add(agent);
    }
    const agents = agentsAtWork(turns);
    waiting.setLabel(agents.join(', '));
    if (!saysLines || agents.length === 0 || performance.now() - saidAt < sayEveryMs) continue;
    saidAt = performance.now();
    note(`Still working on it after ${Math.round((saidAt - began) / 1_000)} s: ${agents.join(', ')}.`);
  }
}

/**
 * While replies are awaited: says who is working on one, and once of each approval that they wait for the command that shows it. Ends when the
 * signal fires.
 */
export async function watchTurns(shell: Shell, awaited: AwaitedMessage): Promise<void> {
  try {
    await lookUntilEnded(shell, awaited);
  } catch (error) {
    if (!awaited.signal.aborted && !shell.interrupted.aborted)
      awaited.note(`Could not see who is working on a reply: ${(error as Error).message}`);
  }
}
