import { compactShort, splitFacts } from './compact-short';
import { compactWindow, findLeaving, type FencedWork, type KeeperPorts, type KeeperWork } from './compact-window';
import { forgetCrumbs, forgetStale } from './forget-crumb';
import { findSummaryDue, summariseSession } from './summarise-session';

/** Steps that bring one session up to date at most. More would be a defect, which must not go on calling a model. */
const MOST_STEPS = 1_000;

/** Whether anything is over its limit. */
export async function hasWork(ports: KeeperPorts, work: KeeperWork): Promise<boolean> {
  const stored = await ports.store.short(work.group);
  if (stored !== null && splitFacts(stored.context.facts, work.settings.short).leaving.length > 0) return true;
  return (await findLeaving(ports, work)) !== null || (await findSummaryDue(ports, work)) !== null;
}

/** What was erased, or left by its conversation, while it was being remembered is forgotten again. */
async function forgetGone(ports: KeeperPorts, { group }: FencedWork): Promise<void> {
  const { workspace } = group;
  const stored = await ports.store.short(group);
  const ids = [...new Set(stored?.context.facts.flatMap(({ sources }) => sources.map(({ id }) => id)) ?? [])];
  if (ids.length === 0) return;
  const present = new Set((await ports.store.readPresent(workspace, ids)).map(({ id }) => id));
  const left = new Set(await ports.store.findLeft(workspace, { ids }));
  await forgetCrumbs(ports, { workspace, ids: ids.filter((id) => !present.has(id) || left.has(id)) });
}

/** Summarises the next messages, if enough have come; what was erased, changed or left meanwhile is forgotten again. */
async function summarise(ports: KeeperPorts, work: FencedWork): Promise<boolean> {
  const sources = await summariseSession(ports, work);
  if (sources === null) return false;
  await forgetStale(ports, work.group.workspace, sources);
  return true;
}

/** Brings every tier of a group within its limit: first the window, then the short-term memory. */
export async function keepSession(ports: KeeperPorts, work: FencedWork): Promise<void> {
  for (let step = 1; step <= MOST_STEPS; step += 1) {
    const isDone =
      (await compactShort(ports, work)) || (await compactWindow(ports, work)) || (await summarise(ports, work));
    if (!isDone) break;
    await forgetGone(ports, work);
  }
}
