import type { EmbeddingsReply } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { setTimeout as pause } from 'node:timers/promises';
import { declareListed } from '../listed-commands';
import { startProgress } from '../progress';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

const count = (texts: number): string => `${texts.toLocaleString('en')} ${texts === 1 ? 'text' : 'texts'}`;

/** The active embedder, the chosen one and its progress, in words. */
export function statusLines({ serving, chosen, backlog, trouble }: EmbeddingsReply): string[] {
  const behind = backlog === 0 ? 'all texts are embedded' : `${count(backlog)} still to embed`;
  const lines =
    serving === chosen
      ? [`Serving ${serving}; ${behind}.`]
      : [`Switching to ${chosen}; ${behind}.`, `${serving} serves searches until it has caught up.`];
  return trouble === undefined ? lines : [...lines, `Last error: ${trouble}`];
}

async function show(shell: Shell): Promise<void> {
  const status = await shell.client().embeddings();
  shell.print(status, () => statusLines(status));
}

const POLL_MS = 500;

/** Waits until the chosen embedder serves searches, showing progress. */
async function waitUntilCaughtUp(shell: Shell, initial: EmbeddingsReply): Promise<EmbeddingsReply> {
  const progress = startProgress(shell, 'texts embedded', initial.backlog);
  let status = initial;
  try {
    while (status.serving !== status.chosen || status.backlog > 0) {
      await pause(POLL_MS, undefined, { signal: shell.interrupted });
      status = await shell.client().embeddings();
      progress.update(Math.max(0, initial.backlog - status.backlog));
    }
  } finally {
    progress.stop();
  }
  return status;
}

async function use(shell: Shell, name: string, { wait }: { wait?: true }): Promise<void> {
  const chosen = await shell.client().useEmbedder(name);
  const status = wait ? await waitUntilCaughtUp(shell, chosen) : chosen;
  shell.print(status, () => statusLines(status));
}

/** Adds `crumb embeddings`, which shows the active embedder and switches to another. */
export function addEmbeddings(program: Command, createShell: ShellFactory): void {
  const embeddings = declareListed(program, 'embeddings');
  withCommonOptions(embeddings).action(() => show(createShell(embeddings)));
  const using = embeddings
    .command('use')
    .description('switch to another embedder; the current one serves until it has caught up')
    .argument('<name>', 'words, lexical, openai/<model> or onnx/<model>')
    .option('--wait', 'wait until it has caught up');
  withCommonOptions(using).action((name: string, options: { wait?: true }) => use(createShell(using), name, options));
}
