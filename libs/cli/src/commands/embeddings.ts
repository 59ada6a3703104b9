import type { EmbeddingsReply } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { type Shell, type ShellOf, withCommonOptions } from '../shell';

const count = (texts: number): string => `${texts.toLocaleString('en')} ${texts === 1 ? 'text' : 'texts'}`;

/** How the embedders stand, in words. */
export function standingLines({ serving, chosen, backlog, trouble }: EmbeddingsReply): string[] {
  const behind = backlog === 0 ? 'every text has its vector' : `${count(backlog)} still without a vector`;
  const lines =
    serving === chosen
      ? [`${serving} answers questions; ${behind}.`]
      : [`${chosen} was chosen; ${behind}.`, `${serving} answers questions until it has caught up.`];
  return trouble === undefined ? lines : [...lines, `Last it failed: ${trouble}`];
}

async function show(shell: Shell): Promise<void> {
  const standing = await shell.client().embeddings();
  shell.show(standing, () => standingLines(standing));
}

async function use(shell: Shell, name: string): Promise<void> {
  const standing = await shell.client().useEmbedder(name);
  shell.show(standing, () => standingLines(standing));
}

/** `crumb embeddings`: where vectors come from, and how another embedder is chosen. */
export function addEmbeddings(program: Command, shellOf: ShellOf): void {
  const embeddings = program.command('embeddings').description('which embedder makes the vectors');
  withCommonOptions(embeddings).action(() => show(shellOf(embeddings)));
  const using = embeddings
    .command('use')
    .description('choose another; the one before serves until it has caught up')
    .argument('<name>', 'lexical, openai/<model> or onnx/<model>');
  withCommonOptions(using).action((name: string) => use(shellOf(using), name));
}
