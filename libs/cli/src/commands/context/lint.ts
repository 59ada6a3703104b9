import { isApiError } from '@crumbtrail/client';
import { AgentContext, type ContextFacts } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { CliError } from '../../cli-error';
import { lintContexts } from '../../lint/lint-contexts';
import { mapConcurrently } from '../../map-concurrently';
import { lintLines } from '../../output/lint';
import { startProgress } from '../../progress';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { parseSince } from '../../since';
import { loadItemTexts } from './load-item-texts';

/** Contexts come with their texts: smaller pages. */
const PAGE = 100;
const AT_ONCE = 4;
/** The output states the problems; scripts read the exit code. */
const ALREADY_PRINTED = '';

async function listContexts(shell: Shell, since: string): Promise<string[]> {
  const contexts: string[] = [];
  for await (const { id } of shell.client().all({ schema: AgentContext.name, since, limit: PAGE })) contexts.push(id);
  return contexts;
}

async function readFacts(shell: Shell, contexts: readonly string[]): Promise<ContextFacts[]> {
  const client = shell.client();
  const progress = startProgress(shell, 'contexts read', contexts.length);
  let done = 0;
  const readOne = async (context: string): Promise<ContextFacts | null> => {
    const facts = await client.evals.facts(context).catch((error: unknown) => {
      // It was erased since it was listed.
      if (isApiError(error, 404) || isApiError(error, 410)) return null;
      throw error;
    });
    progress.update((done += 1));
    return facts;
  };
  try {
    return (await mapConcurrently(contexts, AT_ONCE, readOne)).filter((facts) => facts !== null);
  } finally {
    progress.stop();
  }
}

async function lint(shell: Shell, { since }: { since: string }): Promise<void> {
  const from = parseSince(since);
  const facts = await readFacts(shell, await listContexts(shell, from));
  const findings = lintContexts(facts);
  const texts = await loadItemTexts(
    shell,
    findings.flatMap(({ crumb }) => crumb ?? []),
  );
  shell.print({ since: from, contexts: facts.length, findings }, () =>
    lintLines(findings, { contexts: facts.length, since: from, texts }),
  );
  if (findings.length > 0) throw new CliError(ALREADY_PRINTED);
}

/** Adds `crumb context lint`. */
export function addLint(context: Command, createShell: ShellFactory): void {
  const linting = context
    .command('lint')
    .description(
      'check recorded contexts by rules, with fixes: unused sources, stale texts, cuts, prefix, instructions',
    )
    .option('--since <time>', 'only contexts since then: 30d, 12h, or a time', '30d');
  withCommonOptions(linting).action((options: { since: string }) => lint(createShell(linting), options));
}
