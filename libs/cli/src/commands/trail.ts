import type { Explanation } from '@crumbtrail/client';
import type { BundleHead, TrailBundle } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { checkedLines, keepBundle, requireFree } from '../bundle/keep-bundle';
import { readBundle } from '../bundle/read-bundle';
import { CliError } from '../cli-error';
import { explanationLines } from '../draw/explanation';
import { type TrailLook, trailAs, withLook } from '../draw/trail-look';
import { progressOf } from '../progress';
import { type Shell, type ShellOf, withCommonOptions, withJson } from '../shell';
import { widthOf } from '../width';

interface ExportOptions {
  readonly out?: string;
  readonly force?: true;
}

const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

/** What is in it, and how much is not. */
function holds({ crumbs, contexts, head: { hidden, beyond } }: TrailBundle): string {
  return [
    `${count(crumbs.length, 'breadcrumb')}, ${count(contexts.length, 'context')}`,
    ...(hidden > 0 ? [`${hidden} hidden from this key`] : []),
    ...(beyond > 0 ? [`${beyond} beyond what an export holds`] : []),
  ].join('; ');
}

async function exportTrail(shell: Shell, id: string, { out, ...how }: ExportOptions): Promise<void> {
  const { interrupted: signal, terminal } = shell;
  if (out !== undefined && out !== '-') requireFree(out, how);
  const stream = await shell.client().exportTrail(id, { signal });
  if (out === '-') {
    await checkedLines(stream, async (line) => void terminal.output.write(`${line}\n`));
    return;
  }
  const file = out ?? `trail-${id}.ndjson`;
  requireFree(file, how);
  const progress = progressOf(shell, 'parts of the trail');
  const bundle = await keepBundle(file, stream, (parts) => progress.at(parts)).finally(() => progress.end());
  const { head, crumbs, contexts, sha256 } = bundle;
  const said = { file, ...head, crumbs: crumbs.length, contexts: contexts.length, sha256 };
  shell.show(said, () => [`${file}: ${holds(bundle)}.`, `\`crumb trail show ${file}\` reads it anywhere.`]);
}

interface ShowOptions extends TrailLook {
  readonly context?: string;
  readonly why?: true;
}

/** The context meant: by its place among the trail's, from 1, or by its id. */
function contextIn({ contexts }: TrailBundle, wanted: string): Explanation {
  const found = /^\d{1,4}$/.test(wanted) ? contexts[Number(wanted) - 1] : contexts.find(({ id }) => id === wanted);
  if (found) return found as unknown as Explanation;
  const there = contexts.length === 0 ? 'no context' : `the contexts 1 to ${contexts.length}`;
  throw new CliError(`This export holds ${there}; ${wanted} is none of them.`);
}

function showContext(shell: Shell, bundle: TrailBundle, { context, why }: { context: string; why?: true }): void {
  const explanation = contextIn(bundle, context);
  const { formatted_context: text, id } = explanation;
  if (why) return shell.show(explanation, () => explanationLines(explanation));
  if (text === null) throw new CliError(`The text of ${id} had been erased with a breadcrumb that it quoted.`);
  shell.show({ id, formatted_context: text }, () => [text]);
}

const from = ({ exported_at, exported_by, workspace, position }: BundleHead): string =>
  `exported ${exported_at} by ${exported_by.kind} ${exported_by.id} from the workspace ${workspace}, at position ${position}`;

async function show(shell: Shell, file: string, { context, why, ...look }: ShowOptions): Promise<void> {
  const bundle = await readBundle(file);
  if (context !== undefined) return showContext(shell, bundle, { context, ...(why ? { why } : {}) });
  const { head, nodes, tree } = bundle;
  const trail = { trail_id: head.trail_id, nodes, tree };
  shell.show(bundle, () => trailAs(look)(trail, widthOf(shell)));
  // Beside the output, which is that of `crumb trace`.
  if (!shell.json) shell.aside(`${from(head)}: ${holds(bundle)}`);
}

/** `crumb trail`: a trail as a file that can be mailed, and read without any Crumbtrail. */
export function addTrail(program: Command, shellOf: ShellOf): void {
  const trail = program.command('trail').description('a trail as one file, and such a file read again');
  const exporting = trail
    .command('export')
    .description('write all breadcrumbs, contexts and outputs of a trail into one file, as far as the key may see them')
    .argument('<id>', 'a trail, or any breadcrumb of it')
    .option('-o, --out <file>', 'where to (default: trail-<id>.ndjson here; - for standard output)')
    .option('--force', 'write over a file that is there');
  withCommonOptions(exporting).action((id: string, options: ExportOptions) =>
    exportTrail(shellOf(exporting), id, options),
  );
  const showing = trail
    .command('show')
    .description('draw an exported trail as `crumb trace` draws a live one; needs no gateway')
    .argument('<file>', 'what `crumb trail export` wrote')
    .option('-c, --context <n>', 'the text that the agent saw, of the n-th context (from 1), or of one by its id')
    .option('--why', 'with --context: why each item is in it, in place of the text');
  withJson(withLook(showing)).action((file: string, options: ShowOptions) => show(shellOf(showing), file, options));
}
