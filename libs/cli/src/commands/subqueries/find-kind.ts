import type { SubqueryKindView } from '@crumbtrail/client';
import { CliError } from '../../cli-error';
import type { Shell } from '../../shell';

/** A kind of subquery by its type. Throws CliError where there is none, with those that there are. */
export async function findKind(shell: Shell, type: string): Promise<SubqueryKindView> {
  const kinds = await shell.client().subqueries.list();
  const kind = kinds.find((one) => one.type === type);
  if (kind) return kind;
  throw new CliError(`There is no subquery ${type}. There are: ${kinds.map((one) => one.type).join(', ')}.`, 2);
}

/** The draft of a kind. Throws CliError where there is none. */
export function requireDraft({ type, draft }: SubqueryKindView): NonNullable<SubqueryKindView['draft']> {
  if (draft) return draft;
  throw new CliError(`The subquery ${type} has no draft. \`crumb subqueries edit ${type} --draft\` begins one.`, 2);
}
