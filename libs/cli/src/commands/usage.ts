import type { UsageReport } from '@crumbtrail/client';
import { USAGE_GROUPS, type UsageGroup } from '@crumbtrail/contracts/operations/usage';
import { formatCost, formatDuration } from '@crumbtrail/formatting';
import { Option, type Command } from 'commander';
import { declareListed } from '../listed-commands';
import { table } from '../output/table';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { parseSince } from '../since';

interface UsageOptions {
  readonly since: string;
  readonly until?: string;
  readonly by: UsageGroup;
  readonly timeZone: string;
}

type Sums = UsageReport['total'];

const duration = (ms: number | null): string => (ms === null ? '' : formatDuration(ms));

const cells = (key: string, { turns, errors, p50_ms, p95_ms, tokens, cost_usd, unpriced }: Sums): string[] => [
  key,
  turns.toLocaleString('en'),
  errors.toLocaleString('en'),
  duration(p50_ms),
  duration(p95_ms),
  tokens.toLocaleString('en'),
  formatCost({ cost_usd, unpriced }),
];

async function printUsage(shell: Shell, { since, until, by, timeZone }: UsageOptions): Promise<void> {
  const to = until === undefined ? new Date().toISOString() : parseSince(until);
  const report = await shell.client().usage({ from: parseSince(since), to, by, time_zone: timeZone });
  const rows = report.rows.map(({ key, ...sums }) => cells(key ?? '(not named)', sums));
  shell.print(report, () =>
    table(
      [by, 'turns', 'errors', 'p50', 'p95', 'tokens', 'cost'],
      rows.length === 0 ? [] : [...rows, cells('all', report.total)],
      'No turn ended in this period, or none whose answer this key may read.',
    ),
  );
  if (report.truncated && !shell.printsData) shell.printNote('Only the newest turns of the period are summed up.');
}

/** Adds `crumb usage`, which sums up turns, errors, latency, tokens and cost of a period. */
export function addUsage(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'usage')
    .option('--since <time>', 'from this time on, such as 24h, 30d or an ISO time', '7d')
    .option('--until <time>', 'before this time (default: now)')
    .addOption(new Option('--by <group>', 'one line for each').choices(USAGE_GROUPS).default('day'))
    .option('--time-zone <zone>', 'in which days begin', Intl.DateTimeFormat().resolvedOptions().timeZone);
  withCommonOptions(command).action((options: UsageOptions) => printUsage(createShell(command), options));
}
