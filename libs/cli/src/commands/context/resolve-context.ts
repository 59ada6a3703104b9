import { isApiError, type TrailTree } from '@crumbtrail/client';
import { CliError } from '../../cli-error';
import type { Shell } from '../../shell';

/** Help text of an argument that names a context. */
export const CONTEXT_ID_HELP = 'context ID, or the ID of a reply, a message or any other breadcrumb of its trail';

type TrailNode = TrailTree['nodes'][number];

const isContext = ({ schema_name }: { schema_name: string }): boolean => /^agent\.context\.v\d+$/.test(schema_name);

/** The nodes from a breadcrumb of a trail to what caused it, and so on to the first. */
function causesOf(nodes: readonly TrailNode[], id: string): TrailNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const causes: TrailNode[] = [];
  for (let node = byId.get(id); node && !causes.includes(node); node = byId.get(node.cause?.id ?? ''))
    causes.push(node);
  return causes;
}

/**
 * The id of the context that led to a breadcrumb, such as a reply; of one that no context led to, such as a message, the latest context of its
 * trail, with a note where there are others. Throws CliError when there is none.
 */
async function contextIdOf(shell: Shell, id: string): Promise<string> {
  const { nodes } = await shell.client().trail(id);
  const contexts = nodes.filter(isContext);
  const own = causesOf(nodes, id).find(isContext);
  const found = own ?? contexts.at(-1);
  if (!found || found.id === id)
    throw new CliError(`No context found in the trail of ${id}, or this key can't view it.`);
  const others = own ? [] : contexts.filter((one) => one !== found).map((one) => one.id);
  if (others.length > 0) shell.printNote(`This is the last context of the trail; the others are ${others.join(', ')}.`);
  return found.id;
}

/** Sends a request for a context. If the id is not a context, tries again with the one that led to it, or the latest of its trail. */
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
  return request(await contextIdOf(shell, id));
}

/** The id itself if it is a context, otherwise that of the context that led to it, or of the latest of its trail. */
export async function resolveContextId(shell: Shell, id: string): Promise<string> {
  const { schema_name } = await shell.client().get(id);
  return isContext({ schema_name }) ? id : contextIdOf(shell, id);
}
