import { List, Turns } from '@crumbtrail/contracts';
import type { Asks } from '../adapters/asks.nats';
import type { Caller } from '../caller';

/** The latest breadcrumbs of a session, any of which may have woken somebody who speaks now. */
const LATEST = 5;

/** The turns that are open in a session now, as far as they are about what the caller may read. */
export async function underWay(asks: Asks, caller: Caller, session: string): Promise<string[]> {
  const { crumbs } = await asks.ask(List, caller, { session, limit: LATEST, order: 'desc' });
  const woken = await Promise.all(crumbs.map(({ id }) => asks.ask(Turns, caller, { cause: id })));
  return woken.flatMap(({ turns }) => turns.filter(({ state }) => state === 'open').map(({ id }) => id));
}
