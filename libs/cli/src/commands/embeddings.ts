import type { EmbeddingsReply } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { setTimeout as pause } from 'node:timers/promises';
import { CliError } from '../cli-error';
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

async function tryTexts(shell: Shell, use: string, [text, other]: readonly [string, string]): Promise<void> {
  const trial = await shell.client().testEmbedder({ use, text, other });
  if (!trial.ok) throw new CliError(`${trial.embedder} did not embed the texts: ${trial.message}`);
  const seconds = Math.round(trial.estimate_ms / 1_000).toLocaleString('en');
  shell.print(trial, () => [
    `${trial.embedder}: likeness ${trial.likeness.toFixed(2)}, ${trial.dimensions} numbers a text, ${trial.latency_ms} ms.`,
    trial.pending === 0
      ? 'It has no texts to embed: it serves at once.'
      : `It would embed ${count(trial.pending)} before it serves: about ${seconds} s by this test.`,
  ]);
}

/** Adds `crumb embeddings`, which shows the active embedder, tries others and switches to them. */
export function addEmbeddings(program: Command, createShell: ShellFactory): void {
  const embeddings = declareListed(program, 'embeddings');
  withCommonOptions(embeddings).action(() => show(createShell(embeddings)));
  const trying = embeddings
    .command('try')
    .description('embed two texts and compare them, and say what a switch would take; stores nothing')
    .argument('<name>', 'words, lexical, openai/<model> or onnx/<model>')
    .argument('<text>')
    .argument('<other>', 'the text to compare with');
  withCommonOptions(trying).action((name: string, text: string, other: string) =>
    tryTexts(createShell(trying), name, [text, other]),
  );
  const using = embeddings
    .command('use')
    .description('switch to another embedder; the current one serves until it has caught up')
    .argument('<name>', 'words, lexical, openai/<model> or onnx/<model>')
    .option('--wait', 'wait until it has caught up');
  withCommonOptions(using).action((name: string, options: { wait?: true }) => use(createShell(using), name, options));
}
