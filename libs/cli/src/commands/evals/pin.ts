import type { Command } from 'commander';
import { pinnedLines } from '../../output/case-runs';
import { loadItemTexts } from '../context/load-item-texts';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';

interface PinFlags {
  readonly crumb?: string[];
  readonly set?: string;
}

async function pin(shell: Shell, id: string, { crumb, set }: PinFlags): Promise<void> {
  const pinned = await shell.client().evals.pin(id, crumb, set);
  const texts = await loadItemTexts(shell, pinned.must_have);
  shell.print(pinned, () => pinnedLines(pinned, texts));
}

const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** Adds `crumb trail pin`. */
export function addPin(trail: Command, createShell: ShellFactory): void {
  const pinning = trail
    .command('pin')
    .description('write a case: these breadcrumbs must be in the context of this question')
    .argument('<trail>', 'trail or breadcrumb ID (its latest context), or the ID of a context')
    .option(
      '--crumb <id>',
      'a breadcrumb that the context kept; repeat for more (default: what the reply was grounded on)',
      collect,
    )
    .option('--set <name>', 'the set that the case belongs to');
  withCommonOptions(pinning).action((id: string, options: PinFlags) => pin(createShell(pinning), id, options));
}
