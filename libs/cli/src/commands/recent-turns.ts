import type { ListedTurns } from '@crumbtrail/client';
import { describeEnding, formatDollars, formatDuration } from '@crumbtrail/formatting';
import { nameColumn } from '../output/listing';
import { parseLimit } from '../parse-limit';
import { requireNames } from '../require-names';
import type { Shell } from '../shell';
import { parseSince } from '../since';

/** Which turns are listed. */
export interface RecentTurnsOptions {
  readonly agent?: string;
  readonly session?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit: string;
}

type RecentTurn = ListedTurns['turns'][number];

const MAX_TURNS = 500;

/** How a turn ended; until then whether it waits for a person, is open or queued. */
const describeState = ({ state, action, waits }: RecentTurn): string =>
  action === undefined ? (waits ? 'waiting' : state) : describeEnding(action);

/** Prints the latest turns: whose they are, how they ended, how long they took and what they cost. */
export async function listRecentTurns(shell: Shell, given: RecentTurnsOptions): Promise<void> {
  const { agent, session, since, until, limit } = given;
  const { turns } = await shell.client().turns.list({
    ...(agent !== undefined && { agent }),
    ...(session !== undefined && { session }),
    ...(since !== undefined && { since: parseSince(since) }),
    ...(until !== undefined && { until: parseSince(until) }),
    limit: parseLimit(limit, MAX_TURNS),
  });
  if (turns.length === 0) await requireNames(shell, given);
  shell.printListing(
    { turns },
    {
      columns: ['turn', 'started', nameColumn('agent'), nameColumn('session'), 'state', 'took', 'cost'],
      rows: turns.map((turn) => [
        { id: turn.id },
        { time: turn.requested_at },
        turn.agent,
        turn.session ?? '',
        describeState(turn),
        turn.duration_ms === undefined ? '' : formatDuration(turn.duration_ms),
        turn.cost_usd === undefined ? '' : formatDollars(turn.cost_usd),
      ]),
      empty: 'No turns, or none that this key can see.',
    },
  );
}
