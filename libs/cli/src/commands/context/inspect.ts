import type { Command } from 'commander';
import { CliError } from '../../cli-error';
import { explanationLines } from '../../output/explanation';
import { loadAuthorNames } from '../../output/author-names';
import { groundingLines } from '../../output/grounding';
import { influenceLines } from '../../output/influence';
import { candidateLines } from '../../output/preview';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { withResolvedContext, CONTEXT_ID_HELP } from './resolve-context';
import { loadItemTexts } from './load-item-texts';
import { parseWholeNumber, readRebuildFlags, type RebuildFlags, withRebuildFlags } from './rebuild-flags';

async function show(shell: Shell, id: string): Promise<void> {
  const { formatted_context, id: context } = await withResolvedContext(shell, id, (one) => shell.client().explain(one));
  if (formatted_context === null)
    throw new CliError(`The text of context ${context} was deleted because a breadcrumb it quoted was erased.`);
  shell.print({ id: context, formatted_context }, () => [{ verbatim: formatted_context }]);
}

async function explain(shell: Shell, id: string): Promise<void> {
  const explanation = await withResolvedContext(shell, id, (one) => shell.client().explain(one));
  const nameOf = await loadAuthorNames(shell);
  shell.print(explanation, () => explanationLines(explanation, nameOf));
}

async function sources(shell: Shell, id: string): Promise<void> {
  const grounding = await withResolvedContext(shell, id, (one) => shell.client().contexts.grounding(one));
  const nameOf = await loadAuthorNames(shell);
  shell.print(grounding, () => groundingLines(grounding, nameOf));
}

interface PreviewOptions extends RebuildFlags {
  readonly agent: string;
  readonly session?: string;
  readonly trigger?: string;
  readonly why?: true;
}

async function preview(shell: Shell, message: readonly string[], options: PreviewOptions): Promise<void> {
  const { agent, session, trigger, why } = options;
  if ((message.length === 0) === (trigger === undefined))
    throw new CliError('Give a message or --trigger <id>. Example: crumb context preview "hello".', 2);
  const input = trigger === undefined ? { content: message.join(' ') } : { trigger_id: trigger };
  const place = session ?? (trigger === undefined ? 'demo' : undefined);
  const request = { agent, ...(place === undefined ? {} : { session: place }), ...input };
  const reply = await shell.client().contexts.preview({ ...request, ...(await readRebuildFlags(shell, options)) });
  const texts = await loadItemTexts(shell, why ? reply.items : []);
  if (place !== undefined && reply.items.length === 0 && !shell.printsData)
    shell.printNote(
      `Nothing was considered: no message of the session ${place} can be read with this key. crumb sessions lists those that have messages.`,
    );
  shell.print(reply, () => (why ? candidateLines(reply, texts) : [{ verbatim: reply.formatted_context }]));
}

async function influence(shell: Shell, id: string, { limit }: { limit: string }): Promise<void> {
  const reply = await shell.client().contexts.influence(id, parseWholeNumber(limit, '--limit'));
  shell.print(reply, () => influenceLines(reply));
}

function addSources(context: Command, createShell: ShellFactory): void {
  const listing = context
    .command('sources')
    .description('show what each sentence of the reply rests on')
    .argument('<id>', 'ID of a reply or of its context, or of any breadcrumb of its trail');
  withCommonOptions(listing).action((id: string) => sources(createShell(listing), id));
}

/** Adds the subcommands that inspect contexts: show, explain, sources, preview and influence. */
export function addInspectCommands(context: Command, createShell: ShellFactory): void {
  addSources(context, createShell);
  const showing = context
    .command('show')
    .description('print the exact text the agent saw, without its system prompt (crumb context calls)')
    .argument('<id>', CONTEXT_ID_HELP);
  withCommonOptions(showing).action((id: string) => show(createShell(showing), id));
  const explaining = context
    .command('explain')
    .description('explain why each item was included or left out; estimated and billed tokens')
    .argument('<id>', CONTEXT_ID_HELP);
  withCommonOptions(explaining).action((id: string) => explain(createShell(explaining), id));
  const previewing = context
    .command('preview')
    .description('build a context without running the agent; stores nothing')
    .argument('[text...]', 'message text')
    .option('-a, --agent <agent>', 'agent to preview for', 'assistant')
    .option('-s, --session <session>', "session of the message (default: demo, or the trigger's session)")
    .option('--trigger <id>', 'use a breadcrumb instead of a message')
    .option('--why', 'show candidates with scores and reasons instead of the text');
  withCommonOptions(withRebuildFlags(previewing)).action((message: string[], options: PreviewOptions) =>
    preview(createShell(previewing), message, options),
  );
  const influencing = context
    .command('influence')
    .description('list contexts that used a breadcrumb, and the replies based on them')
    .argument('<id>', 'breadcrumb ID')
    .option('-n, --limit <count>', 'maximum number of contexts', '50');
  withCommonOptions(influencing).action((id: string, options: { limit: string }) =>
    influence(createShell(influencing), id, options),
  );
}
