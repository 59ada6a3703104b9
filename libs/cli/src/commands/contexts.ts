import { AgentContext, asPayload, unpackAccount } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { parseLimit } from '../parse-limit';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { nameColumn } from '../output/listing';

interface ContextsOptions {
  readonly session?: string;
  readonly limit: string;
}

async function list(shell: Shell, { session, limit }: ContextsOptions): Promise<void> {
  const filter = {
    schema: AgentContext.name,
    limit: parseLimit(limit, 500),
    ...(session !== undefined && { session }),
  };
  const { breadcrumbs } = await shell.client().list(filter);
  const rows = breadcrumbs.map((crumb) => {
    const { agent, tokens, budget, account } = asPayload(AgentContext.name, crumb.context);
    const items = account ? unpackAccount(account) : [];
    const kept = items.filter(({ decision }) => decision === 'kept').length;
    return [
      { id: crumb.id },
      { time: crumb.created_at },
      crumb.session ?? '',
      agent,
      `${tokens.total}/${budget.cap}`,
      `${kept}/${items.length - kept + (account?.beyond ?? 0)}`,
    ];
  });
  shell.printListing(
    { contexts: breadcrumbs },
    {
      columns: [
        'context',
        'built',
        nameColumn('session'),
        nameColumn('agent'),
        'tokens',
        { heading: 'in/out', optional: true },
      ],
      rows,
      empty: 'No contexts, or none visible to this key.',
    },
  );
}

/** Adds `crumb contexts`, which lists what agents saw, latest first. */
export function addContexts(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'contexts')
    .option('-s, --session <session>', 'only of this session')
    .option('-n, --limit <count>', 'how many, up to 500', '50');
  withCommonOptions(command).action((options: ContextsOptions) => list(createShell(command), options));
}
