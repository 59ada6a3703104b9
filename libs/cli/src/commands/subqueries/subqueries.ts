import type { SubqueryKindView } from '@crumbtrail/client';
import type { Command } from 'commander';
import { declareListed } from '../../listed-commands';
import { nameColumn } from '../../output/listing';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { addTemplateCommands } from './edit-template';
import { addTry } from './try-template';

const row = ({ type, purpose, changed, draft, template }: SubqueryKindView): string[] => [
  type,
  changed ? 'changed' : 'built-in',
  draft ? 'yes' : '',
  String(template.max_words ?? ''),
  purpose,
];

async function list(shell: Shell): Promise<void> {
  const subqueries = await shell.client().subqueries.list();
  shell.printListing(
    { subqueries },
    {
      columns: [nameColumn('type'), 'template', 'draft', { heading: 'words', optional: true }, 'answers with'],
      rows: subqueries.map(row),
      empty: 'There are no kinds of subquery.',
    },
  );
}

/** Adds `crumb subqueries`, which lists, changes and tries templates of subqueries. */
export function addSubqueries(program: Command, createShell: ShellFactory): void {
  const subqueries = declareListed(program, 'subqueries');
  withCommonOptions(subqueries).action(() => list(createShell(subqueries)));
  addTemplateCommands(subqueries, createShell);
  addTry(subqueries, createShell);
}
