import { List, Turns } from '@crumbtrail/contracts';
import type { ServiceRequests } from '../ports';
import type { Caller } from '../http/caller';

/** How many of the latest breadcrumbs of a session are checked for open turns. */
const LATEST = 5;

/** Lists the open turns of a session whose triggers the caller may read. */
export async function listOpenTurns(requests: ServiceRequests, caller: Caller, session: string): Promise<string[]> {
  const { crumbs } = await requests.request(List, caller, { session, limit: LATEST, order: 'desc' });
  const woken = await Promise.all(crumbs.map(({ id }) => requests.request(Turns, caller, { cause: id })));
  return woken.flatMap(({ turns }) => turns.filter(({ state }) => state === 'open').map(({ id }) => id));
}
