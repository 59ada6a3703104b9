import { SUMMARY_LEVEL } from '../window/take-block';
import type { Summary } from '../ports';
import type { KeeperPorts } from './compact-window';
import { draftScopeSummary, isSameScope, isWrittenForAll } from './summarise-scope';
import { replaceBlock } from './summarise-session';

/** Is it of a scope of its session, and not of a number of messages? */
const isOfScope = ({ context: { scope } }: Summary): boolean => scope !== undefined && scope.level !== SUMMARY_LEVEL;

/** Erases a summary of a scope and makes it again of what is left, in one commit. */
async function replaceScope(ports: KeeperPorts, { workspace, id, version, context }: Summary): Promise<void> {
  const { session, scope, until, revision = 0 } = context;
  const again =
    scope === undefined || until === undefined
      ? null
      : await draftScopeSummary(ports.store, { workspace, session, level: scope.level, until, revision: revision + 1 });
  const writes = again === null ? [] : [again];
  const committed = await ports.store.commit(workspace, [{ op: 'erase', id, if_match: version }, ...writes]);
  if (committed !== null) ports.meter.rebuilt(1);
}

/** Erases a summary that rests on a message that is gone, and makes it again of the others. */
export const replaceSummary = (ports: KeeperPorts, summary: Summary, gone: readonly string[]): Promise<void> =>
  isOfScope(summary) ? replaceScope(ports, summary) : replaceBlock(ports, summary, gone);

/** Erases the summaries made of sentences of a scope of which somebody has written another. */
export async function replaceByWritten({ store }: KeeperPorts, written: Summary): Promise<void> {
  if (!isWrittenForAll(written) || !isOfScope(written)) return;
  const { workspace, context } = written;
  const known = await store.summaries(workspace, context.session);
  const gone = known.filter((one) => one.context.method === 'extracted' && isSameScope(one.context, context));
  for (const { id, version } of gone) await store.commit(workspace, [{ op: 'erase', id, if_match: version }]);
}
