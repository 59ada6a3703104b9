import type { EmbeddingsReply } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { setTimeout as pause } from 'node:timers/promises';
import { startProgress } from '../progress';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

const count = (texts: number): string => `${texts.toLocaleString('en')} ${texts === 1 ? 'text' : 'texts'}`;

/** How the embedders stand, in words. */
export function statusLines({ serving, chosen, backlog, trouble }: EmbeddingsReply): string[] {
  const behind = backlog === 0 ? 'all texts are embedded' : `${count(backlog)} still to embed`;
  const lines =
    serving === chosen
      ? [`Serving ${serving}; ${behind}.`]
      : [`Switching to ${chosen}; ${behind}.`, `${serving} serves searches until it has caught up.`];
  return trouble === undefined ? lines : [...lines, `Last error: ${trouble}`];
}

async function show(shell: Shell): Promise<void> {
  const standing = await shell.client().embeddings();
  shell.print(standing, () => statusLines(standing));
}

const POLL_MS = 500;

/** Until the chosen one answers questions; each text that has its vector moves the bar. */
async function waitUntilCaughtUp(shell: Shell, from: EmbeddingsReply): Promise<EmbeddingsReply> {
  const progress = startProgress(shell, 'texts embedded', from.backlog);
  let standing = from;
  try {
    while (standing.serving !== standing.chosen || standing.backlog > 0) {
      await pause(POLL_MS, undefined, { signal: shell.interrupted });
      standing = await shell.client().embeddings();
      progress.update(Math.max(0, from.backlog - standing.backlog));
    }
  } finally {
    progress.stop();
  }
  return standing;
}

async function use(shell: Shell, name: string, { wait }: { wait?: true }): Promise<void> {
  const chosen = await shell.client().useEmbedder(name);
  const standing = wait ? await waitUntilCaughtUp(shell, chosen) : chosen;
  shell.print(standing, () => statusLines(standing));
}

/** `crumb embeddings`: where vectors come from, and how another embedder is chosen. */
export function addEmbeddings(program: Command, createShell: ShellFactory): void {
  const embeddings = program.command('embeddings').description('show the active embedder');
  withCommonOptions(embeddings).action(() => show(createShell(embeddings)));
  const using = embeddings
    .command('use')
    .description('switch to another embedder; the current one serves until it has caught up')
    .argument('<name>', 'lexical, openai/<model> or onnx/<model>')
    .option('--wait', 'wait until it has caught up');
  withCommonOptions(using).action((name: string, options: { wait?: true }) => use(createShell(using), name, options));
}
