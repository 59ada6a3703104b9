import type { Explanation } from '@crumbtrail/client';
import type { BundleHead, TrailBundle } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { forwardVerifiedLines, saveBundle, refuseOverwrite } from '../bundle/save-bundle';
import { readBundle } from '../bundle/read-bundle';
import { CliError } from '../cli-error';
import { explanationLines } from '../output/explanation';
import { type TrailViewOptions, selectTrailView, withTrailViewOptions } from '../output/trail-view';
import { startProgress } from '../progress';
import { type Shell, type ShellFactory, withCommonOptions, withFormat } from '../shell';
import { addPin } from './evals/pin';

interface ExportOptions {
  readonly out?: string;
  readonly force?: true;
}

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What an export contains, and how much it leaves out. */
function describeContents({ crumbs, contexts, head: { hidden, beyond } }: TrailBundle): string {
  return [
    `${countOf(crumbs.length, 'breadcrumb')}, ${countOf(contexts.length, 'context')}`,
    ...(hidden > 0 ? [`${hidden} not visible to this key`] : []),
    ...(beyond > 0 ? [`${beyond} beyond the export limit`] : []),
  ].join('; ');
}

async function exportTrail(shell: Shell, id: string, { out, force }: ExportOptions): Promise<void> {
  const { interrupted: signal, terminal } = shell;
  if (out !== undefined && out !== '-') refuseOverwrite(out, { force });
  const stream = await shell.client().exportTrail(id, { signal });
  if (out === '-') {
    await forwardVerifiedLines(stream, async (line) => void terminal.output.write(`${line}\n`));
    return;
  }
  const file = out ?? `trail-${id}.ndjson`;
  refuseOverwrite(file, { force });
  const progress = startProgress(shell, 'parts of the trail');
  const bundle = await saveBundle(file, stream, (parts) => progress.update(parts)).finally(() => progress.stop());
  const { head, crumbs, contexts, sha256 } = bundle;
  const summary = { file, ...head, crumbs: crumbs.length, contexts: contexts.length, sha256 };
  shell.print(summary, () => [`${file}: ${describeContents(bundle)}.`, `View it with: crumb trail show ${file}`]);
}

interface ShowOptions extends TrailViewOptions {
  readonly context?: string;
  readonly why?: true;
}

/** Finds a context by its number, starting at 1, or by its id. Throws CliError. */
function findExportedContext({ contexts }: TrailBundle, wanted: string): Explanation {
  const found = /^\d{1,4}$/.test(wanted) ? contexts[Number(wanted) - 1] : contexts.find(({ id }) => id === wanted);
  // The exporting gateway wrote the reply of its explain route there.
  if (found) return found as unknown as Explanation;
  const available = contexts.length === 0 ? 'no contexts' : `contexts 1 to ${contexts.length}`;
  throw new CliError(`Context ${wanted} not found: this export holds ${available}.`);
}

function showContext(shell: Shell, bundle: TrailBundle, { context, why }: { context: string; why?: true }): void {
  const explanation = findExportedContext(bundle, context);
  const { formatted_context: text, id } = explanation;
  if (why) return shell.print(explanation, () => explanationLines(explanation));
  if (text === null)
    throw new CliError(`The text of context ${id} was deleted because a breadcrumb it quoted was erased.`);
  shell.print({ id, formatted_context: text }, () => [{ verbatim: text }]);
}

const describeOrigin = ({ exported_at, exported_by, workspace, position }: BundleHead): string =>
  `exported ${exported_at} by ${exported_by.kind} ${exported_by.id} from workspace ${workspace} at position ${position}`;

async function show(shell: Shell, file: string, { context, why, ...view }: ShowOptions): Promise<void> {
  const bundle = await readBundle(file);
  if (context !== undefined) return showContext(shell, bundle, { context, ...(why ? { why } : {}) });
  const { head, nodes, tree } = bundle;
  const trail = { trail_id: head.trail_id, nodes, tree };
  shell.print(bundle, () => selectTrailView(view)(trail, shell.width));
  // On standard error, so that the output is the same as that of `crumb trace`.
  if (!shell.printsData) shell.printNote(`${describeOrigin(head)}: ${describeContents(bundle)}`);
}

/** Adds `crumb trail`, which exports a trail to a file and shows such a file without a gateway. */
export function addTrail(program: Command, createShell: ShellFactory): void {
  const trail = declareListed(program, 'trail');
  const exporting = trail
    .command('export')
    .description('export the breadcrumbs, contexts and outputs of a trail that the key can see to one file')
    .argument('<id>', 'trail or breadcrumb ID')
    .option('-o, --out <file>', 'output file (default: trail-<id>.ndjson; -: standard output)')
    .option('--force', 'overwrite an existing file');
  withCommonOptions(exporting).action((id: string, options: ExportOptions) =>
    exportTrail(createShell(exporting), id, options),
  );
  const showing = trail
    .command('show')
    .description('show an exported trail like `crumb trace`; needs no gateway')
    .argument('<file>', 'file written by `crumb trail export`')
    .option('-c, --context <n>', 'show the text of a context, by number (from 1) or ID')
    .option('--why', 'with --context: why each item is included, instead of the text');
  withFormat(withTrailViewOptions(showing)).action((file: string, options: ShowOptions) =>
    show(createShell(showing), file, options),
  );
  addPin(trail, createShell);
}
