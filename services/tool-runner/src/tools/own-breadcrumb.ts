import type { Envelope } from '@crumbtrail/contracts';
import { ToolError, type ToolCall } from '@crumbtrail/tool-runtime';

/** How a tool names a breadcrumb that it changes, and the version that it has read. */
export const OWN_BREADCRUMB = {
  id: { type: 'string', format: 'uuid' },
  version: {
    type: 'integer',
    minimum: 1,
    description: 'The version that you have read: it is refused if there is a newer one.',
  },
} as const;

/** The breadcrumb that an agent changes. Throws a ToolError where it may not read it, has not written it, or has read another version. */
export async function readOwn(
  { id, version }: { readonly id: string; readonly version: number },
  { log, agent }: Pick<ToolCall, 'log' | 'agent'>,
): Promise<Envelope> {
  const [crumb] = await log.read([id]);
  if (!crumb)
    throw new ToolError('not_found', `There is no breadcrumb ${id} that you and the readers of your answer may read.`);
  const { author } = crumb;
  if (author.kind !== 'agent' || author.id !== agent)
    throw new ToolError(
      'refused',
      `${author.kind} ${author.id} wrote the breadcrumb ${id}; you may change what you have written.`,
    );
  if (crumb.version !== version)
    throw new ToolError(
      'version_conflict',
      `The breadcrumb ${id} is at version ${crumb.version}, not ${version}: read it again.`,
    );
  return crumb;
}
