import { isApiError } from '@crumbtrail/client';
import { CliError } from '../../cli-error';
import type { Shell } from '../../shell';

/** What an id on the command line may be. */
export const CONTEXT_ID_HELP = 'context ID, or the ID of any breadcrumb of its trail';

const isContext = ({ schema_name }: { schema_name: string }): boolean => /^agent\.context\.v\d+$/.test(schema_name);

/** The latest context in the trail of this breadcrumb. */
async function latestContextId(shell: Shell, id: string): Promise<string> {
  const { nodes } = await shell.client().trail(id);
  const context = nodes.findLast(isContext);
  if (context && context.id !== id) return context.id;
  throw new CliError(`No context found in the trail of ${id}, or this key can't view it.`);
}

/** Asks about a context by its id, or about the latest context of a trail by the id of anything in it. */
export async function withContext<T>(shell: Shell, id: string, ask: (context: string) => Promise<T>): Promise<T> {
  try {
    return await ask(id);
  } catch (error) {
    if (!isApiError(error, 404)) throw error;
  }
  return ask(await latestContextId(shell, id));
}

/** The same id, or that of the latest context in its trail. */
export async function resolveContextId(shell: Shell, id: string): Promise<string> {
  const { schema_name } = await shell.client().get(id);
  return isContext({ schema_name }) ? id : latestContextId(shell, id);
}
