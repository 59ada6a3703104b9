import { COST_GROUPS, type CostGroup } from '@crumbtrail/contracts/operations/context-costs';
import { type Command, Option } from 'commander';
import { loadAuthorNames } from '../../output/author-names';
import { contextCostLines } from '../../output/context-costs';
import { requireNames } from '../../require-names';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { parseSince } from '../../since';
import { parseWholeNumber } from './rebuild-flags';

interface CostOptions {
  readonly since: string;
  readonly until?: string;
  readonly session?: string;
  readonly agent?: string;
  readonly by: CostGroup;
  readonly limit: string;
  readonly contexts: string;
  readonly cursor?: string;
}

async function cost(
  shell: Shell,
  { since, until, session, agent, by, cursor, ...numbers }: CostOptions,
): Promise<void> {
  const costs = await shell.client().contexts.costs({
    by,
    since: parseSince(since),
    ...(until === undefined ? {} : { until }),
    ...(session === undefined ? {} : { session }),
    ...(agent === undefined ? {} : { agent }),
    ...(cursor === undefined ? {} : { cursor }),
    limit: parseWholeNumber(numbers.limit, '--limit'),
    contexts: parseWholeNumber(numbers.contexts, '--contexts'),
  });
  if (costs.contexts === 0) await requireNames(shell, { agent, session });
  const nameOf = await loadAuthorNames(shell);
  shell.print(costs, () => contextCostLines(costs, nameOf));
  if (costs.next_cursor !== undefined && !shell.printsData)
    shell.printNote(`Older contexts were not summed up: add --contexts <more>, or --cursor ${costs.next_cursor}`);
}

/** Adds `crumb context cost`. */
export function addCost(context: Command, createShell: ShellFactory): void {
  const costing = context
    .command('cost')
    .description('sum up what each breadcrumb took of contexts: tokens, money, and how often a reply rests on it')
    .option('--since <time>', 'only contexts since then: 30d, 12h, or a time', '30d')
    .option('--until <time>', 'only contexts before this time')
    .option('-s, --session <session>', 'only contexts of this session')
    .option('-a, --agent <agent>', 'only contexts of this agent')
    .addOption(new Option('--by <group>', 'what a row is').choices([...COST_GROUPS]).default('crumb'))
    .option('-n, --limit <count>', 'number of rows', '20')
    .option('--contexts <count>', 'number of contexts, newest first, up to 10000', '1000')
    .option('--cursor <cursor>', 'the contexts after those that named this cursor');
  withCommonOptions(costing).action((options: CostOptions) => cost(createShell(costing), options));
}
