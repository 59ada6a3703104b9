import type { KeeperPorts } from './compact-window';
import { forgetStale } from './forget-crumb';
import { replaceByWritten } from './replace-summary';
import { isWrittenForAll, publishScopeSummary, type EndedScope } from './summarise-scope';

/**
 * Summarises a scope that has ended, unless somebody has written a summary of it. What was erased or changed, and what somebody wrote, while the
 * summary was made, is looked at again afterwards; a keeper that repeats the work of one that died does so too.
 */
export async function endScope(ports: KeeperPorts, scope: EndedScope): Promise<void> {
  const { store } = ports;
  const { workspace, session, until } = scope;
  await publishScopeSummary(ports, scope);
  const known = await store.summaries(workspace, session);
  for (const written of known.filter(isWrittenForAll)) await replaceByWritten(ports, written);
  const made = known.filter(({ context }) => context.until === until);
  await forgetStale(
    ports,
    workspace,
    made.flatMap(({ context }) => context.sources ?? []),
  );
}
