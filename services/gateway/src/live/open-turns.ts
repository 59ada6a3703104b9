import { List, Turns } from '@crumbtrail/contracts';
import type { ServiceRequests } from '../ports';
import type { Caller } from '../http/caller';

/** The latest breadcrumbs of a session, any of which may have woken somebody who speaks now. */
const LATEST = 5;

/** The turns that are open in a session now, as far as they are about what the caller may read. */
export async function listOpenTurns(requests: ServiceRequests, caller: Caller, session: string): Promise<string[]> {
  const { crumbs } = await requests.request(List, caller, { session, limit: LATEST, order: 'desc' });
  const woken = await Promise.all(crumbs.map(({ id }) => requests.request(Turns, caller, { cause: id })));
  return woken.flatMap(({ turns }) => turns.filter(({ state }) => state === 'open').map(({ id }) => id));
}
