import { isApiError } from '@crumbtrail/client';
import { CliError } from '../../cli-error';
import type { Shell } from '../../shell';

/** Help text of an argument that names a context. */
export const CONTEXT_ID_HELP = 'context ID, or the ID of any breadcrumb of its trail';

const isContext = ({ schema_name }: { schema_name: string }): boolean => /^agent\.context\.v\d+$/.test(schema_name);

/** The id of the latest context in the trail of a breadcrumb. Throws CliError when there is none. */
async function latestContextId(shell: Shell, id: string): Promise<string> {
  const { nodes } = await shell.client().trail(id);
  const context = nodes.findLast(isContext);
  if (context && context.id !== id) return context.id;
  throw new CliError(`No context found in the trail of ${id}, or this key can't view it.`);
}

/** Sends a request for a context. If the id is not a context, tries again with the latest context of the id's trail. */
export async function withResolvedContext<T>(
  shell: Shell,
  id: string,
  request: (context: string) => Promise<T>,
): Promise<T> {
  try {
    return await request(id);
  } catch (error) {
    if (!isApiError(error, 404)) throw error;
  }
  return request(await latestContextId(shell, id));
}

/** The id itself if it is a context, otherwise that of the latest context of its trail. */
export async function resolveContextId(shell: Shell, id: string): Promise<string> {
  const { schema_name } = await shell.client().get(id);
  return isContext({ schema_name }) ? id : latestContextId(shell, id);
}
