import {
  AgentCard,
  AgentDef,
  asPayload,
  Scene,
  type Envelope,
  type PayloadName,
  type PayloadTypes,
} from '@crumbtrail/contracts';
import { exportCard, exportCardPng, importCard, ImportRefused, updateCard, type CharacterCard } from '@crumbtrail/lore';
import type { Command } from 'commander';
import { writeFileSync } from 'node:fs';
import { refuseOverwrite } from '../../bundle/save-bundle';
import { CliError } from '../../cli-error';
import { unknownName } from '../../require-names';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { loadAll, loadBooks } from './load-books';
import { readBytes } from '../../load-text';

/** The card of an agent, with what has been changed in the workspace since it was imported. */
async function loadCard(shell: Shell, agent: string): Promise<CharacterCard> {
  const cards = await loadAll(shell, AgentCard.name);
  const stored = ofAgent(AgentCard.name, cards, agent);
  if (!stored) {
    const names = cards.map(({ context }) => String(context['agent']));
    if (names.length === 0)
      throw new CliError(
        `${agent} has no card: only agents that crumb lore import made from one have. None was imported here.`,
      );
    throw unknownName('card', agent, names);
  }
  const definition = ofAgent(AgentDef.name, await loadAll(shell, AgentDef.name), agent);
  if (!definition)
    throw new CliError(
      `The agent ${agent} does not exist any more, and its card has no texts without it: import the file of the card again.`,
    );
  const scenes = (await loadAll(shell, Scene.name)).filter(({ context }) => context['session'] === undefined);
  const scene = ofAgent(Scene.name, scenes, agent) ?? { agent };
  const found = (await loadBooks(shell)).find(({ book }) => book.name === stored.book);
  const book = found ? { ...found, warnings: [] } : null;
  return updateCard(importCard(JSON.stringify(stored.card), agent), { definition, scene, book });
}

function ofAgent<Name extends PayloadName>(
  schema: Name,
  crumbs: readonly Envelope[],
  agent: string,
): PayloadTypes[Name] | undefined {
  const crumb = crumbs.find(({ context }) => context['agent'] === agent);
  return crumb && (asPayload(schema, crumb.context) ?? undefined);
}

function writtenIn(card: CharacterCard, picture: string): Buffer {
  try {
    return exportCardPng(readBytes(picture), card);
  } catch (error) {
    if (error instanceof ImportRefused) throw new CliError(`${picture}: ${error.message}. Nothing was written.`);
    throw error;
  }
}

interface CardOptions {
  readonly out?: string;
  readonly picture?: string;
  readonly force?: true;
}

async function exportAgent(shell: Shell, agent: string, { out, picture, force }: CardOptions): Promise<void> {
  if (picture !== undefined && out === undefined)
    throw new CliError('A picture needs a file to write: --out <file>', 2);
  if (out !== undefined) refuseOverwrite(out, { force });
  const card = await loadCard(shell, agent);
  const text = `${JSON.stringify(exportCard(card), null, 4)}\n`;
  if (out === undefined) return void shell.terminal.output.write(text);
  writeFileSync(out, picture === undefined ? text : writtenIn(card, picture));
  shell.print({ agent, file: out }, () => [`${out}: the card of ${agent}.`]);
}

/** Adds `crumb lore export-card`. */
export function addExportCard(lore: Command, createShell: ShellFactory): void {
  const command = lore
    .command('export-card')
    .description('write an imported agent as a character card of SillyTavern; what was not changed since is as it was')
    .argument('<agent>')
    .option('-o, --out <file>', 'file to write (default: standard output)')
    .option('--picture <file>', 'PNG picture to write the card into (default: the card is JSON)')
    .option('--force', 'overwrite the file');
  withCommonOptions(command).action((agent: string, options: CardOptions) =>
    exportAgent(createShell(command), agent, options),
  );
}
