import { MemoryLong, MemoryShort, SessionSummary, type DerivedRef, type VacuumReply } from '@crumbtrail/contracts';
import type { ErasurePreview } from '@crumbtrail/contracts/operations/erasure';
import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { requireConfirmed } from '../confirm';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

interface EraseOptions {
  readonly dryRun?: boolean;
  readonly derived?: boolean;
  readonly now?: boolean;
  readonly yes?: boolean;
}

/** What rests on an erased breadcrumb. */
interface DerivedIds {
  /** May still quote it, such as answers. */
  readonly quoting: readonly string[];
  /** Memories and summaries, which their service erases and makes again. */
  readonly rebuilt: readonly string[];
}

const REBUILT: readonly string[] = [MemoryShort.name, MemoryLong.name, SessionSummary.name];

/** Does its service make it again? */
const isRebuilt = ({ schema_name = '' }: DerivedRef): boolean => REBUILT.includes(schema_name);

/** Erases a breadcrumb in its current version; returns what rests on it. */
async function eraseOne(shell: Shell, id: string): Promise<DerivedIds> {
  const client = shell.client();
  const { version } = await client.get(id);
  const { derived } = await client.erase(id, version);
  const idsOf = (some: readonly DerivedRef[]): string[] => some.map((one) => one.id);
  return { quoting: idsOf(derived.filter((one) => !isRebuilt(one))), rebuilt: idsOf(derived.filter(isRebuilt)) };
}

function vacuumLines(vacuumed: VacuumReply | undefined): string[] {
  if (vacuumed === undefined) return [];
  return vacuumed.removed_from_disk
    ? ['No file of the database holds it any more.']
    : ['Its rows are freed. Files, write-ahead log and backups of Postgres are yours: see docs/guides/running.md.'];
}

function quotingLines(quoting: readonly string[], derived: boolean): string[] {
  if (derived) return quoting.map((one) => `Erased ${one}, which may have quoted it.`);
  const advice = quoting.length > 0 ? ['Erase these too with --derived, or one by one.'] : [];
  return [...quoting.map((one) => `${one} may still quote it.`), ...advice];
}

const refLine = ({ id, schema_name = '' }: DerivedRef): string => `  ${id}  ${schema_name}`;

/** A heading with what it is about; nothing where that is empty. */
const section = (heading: string, refs: readonly DerivedRef[]): string[] =>
  refs.length === 0 ? [] : [heading, ...refs.map(refLine)];

/** What an erasure would do, which has not happened. */
function previewLines(previews: readonly ErasurePreview[], derived: boolean): string[] {
  const all = previews.flatMap((one) => one.derived);
  const taken = new Set(previews.flatMap(({ id, erased_too: too }) => [id, ...too.map((one) => one.id)]));
  const left = [...new Map(all.map((one) => [one.id, one])).values()].filter(({ id }) => !taken.has(id));
  const quoting = left.filter((one) => !isRebuilt(one));
  const texts = new Map(previews.flatMap((one) => one.texts).map((one) => [one.id, one]));
  return [
    'Nothing was erased. This would be erased, in all versions:',
    ...previews.flatMap(({ id, erased_too: too }) => [`  ${id}`, ...too.map(refLine)]),
    ...section('This rests on it and would be made again without it:', left.filter(isRebuilt)),
    ...section('These contexts would lose their text:', [...texts.values()]),
    ...section(`This would stay and may still quote it${derived ? '' : '; --derived erases it too'}:`, quoting),
  ];
}

/** Prints what `erase` would do, and changes nothing. */
async function preview(shell: Shell, id: string, derived: boolean): Promise<void> {
  const client = shell.client();
  const first = await client.previewErasure(id);
  const quoting = derived ? first.derived.filter((one) => !isRebuilt(one)) : [];
  const others: ErasurePreview[] = [];
  for (const one of quoting) others.push(await client.previewErasure(one.id));
  const previews = [first, ...others];
  shell.print({ erased: [], would_erase: previews }, () => previewLines(previews, derived));
}

async function erase(shell: Shell, id: string, { dryRun, derived = false, now, yes }: EraseOptions): Promise<void> {
  if (dryRun) return preview(shell, id, derived);
  const others = derived ? ', and what may quote it,' : '';
  await requireConfirmed(shell, `Erase ${id}${others} in all versions? This cannot be undone.`, yes);
  const { quoting, rebuilt } = await eraseOne(shell, id);
  if (derived) for (const one of quoting) await eraseOne(shell, one);
  const vacuumed = now ? await shell.client().vacuum() : undefined;
  const erased = [id, ...(derived ? quoting : [])];
  shell.print({ erased, quoting, rebuilt, ...(vacuumed && { vacuumed }) }, () => [
    `Erased ${id}.`,
    ...rebuilt.map((one) => `${one} rests on it and is made again without it.`),
    ...quotingLines(quoting, derived),
    ...vacuumLines(vacuumed),
  ]);
}

/** Adds `crumb erase`, which erases a breadcrumb with all its versions. */
export function addErase(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'erase')
    .argument('<id>', 'breadcrumb ID')
    .option('--dry-run', 'only list what would be erased, made again, or left without its text')
    .option('--derived', 'erase also the breadcrumbs that may quote it, such as answers')
    .option('--now', 'remove it from the disk at once; writes wait meanwhile (operators of the workspace default)')
    .option('-y, --yes', 'do not ask first; only terminals are asked');
  withCommonOptions(command).action((id: string, options: EraseOptions) => erase(createShell(command), id, options));
}
