import { AgentResponse, AgentTurn, asPayload, type AgentResponseV1, type Envelope } from '@crumbtrail/contracts';
import type { ListFilter } from '@crumbtrail/client';
import { formatDollars, formatDuration } from '@crumbtrail/formatting';
import { nameColumn } from '../output/listing';
import { parseLimit } from '../parse-limit';
import { requireNames } from '../require-names';
import type { Shell } from '../shell';
import { parseSince } from '../since';

/** Which turns are listed. */
export interface TurnFilter {
  readonly agent?: string;
  readonly session?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit: string;
}

/** A turn in a list. */
interface ListedTurn {
  readonly id: string;
  readonly trail_id: string;
  readonly agent: string;
  readonly session?: string;
  /** How it ended; `open` until then, and `waiting` for a person. */
  readonly state: AgentResponseV1['action'] | 'open' | 'waiting';
  readonly started_at: string;
  readonly duration_ms?: number;
  readonly cost_usd?: number;
}

const PAGE = 500;

interface TurnSelection {
  readonly agent: string | undefined;
  /** Only turns that started before this ISO time. */
  readonly until: string | undefined;
  readonly limit: number;
}

async function listTurns(
  shell: Shell,
  filter: ListFilter,
  { agent, until, limit }: TurnSelection,
): Promise<Envelope[]> {
  const turns: Envelope[] = [];
  for await (const crumb of shell.client().all({ ...filter, schema: AgentTurn.name, limit: PAGE })) {
    const isOfAgent = agent === undefined || asPayload(AgentTurn.name, crumb.context).agent === agent;
    if (isOfAgent && (until === undefined || crumb.created_at < until)) turns.push(crumb);
    if (turns.length >= limit) break;
  }
  return turns;
}

/** The responses of turns, by the id of their turn. */
async function readResponses(
  shell: Shell,
  turns: readonly Envelope[],
  filter: ListFilter,
): Promise<Map<string, Envelope>> {
  const wanted = new Set(turns.map(({ id }) => id));
  const found = new Map<string, Envelope>();
  const since = turns.at(-1)?.created_at;
  if (since === undefined) return found;
  const { session } = filter;
  const about = { schema: AgentResponse.name, since, limit: PAGE, ...(session !== undefined && { session }) };
  for await (const crumb of shell.client().all(about)) {
    const turn = asPayload(AgentResponse.name, crumb.context).turn?.id;
    if (turn !== undefined && wanted.has(turn)) found.set(turn, crumb);
    if (found.size === wanted.size) break;
  }
  return found;
}

/** The turns that wait for a person. */
async function readWaiting(shell: Shell): Promise<ReadonlySet<string>> {
  const { approvals } = await shell.client().approvals.list({ limit: PAGE });
  return new Set(approvals.map(({ turn }) => turn));
}

function toListed(turn: Envelope, response: Envelope | undefined, waiting: ReadonlySet<string>): ListedTurn {
  const { id, trail_id, session, created_at: started_at } = turn;
  const { agent } = asPayload(AgentTurn.name, turn.context);
  const start = { id, trail_id, agent, ...(session != null && { session }), started_at };
  if (!response) return { ...start, state: waiting.has(id) ? 'waiting' : 'open' };
  const { action, usage } = asPayload(AgentResponse.name, response.context);
  const duration_ms = Date.parse(response.created_at) - Date.parse(started_at);
  return { ...start, state: action, duration_ms, ...(usage?.cost_usd !== undefined && { cost_usd: usage.cost_usd }) };
}

/** Prints the latest turns that were started: whose they are, how they ended, how long they took and what they cost. */
export async function listRecentTurns(shell: Shell, { agent, limit, ...given }: TurnFilter): Promise<void> {
  const until = given.until === undefined ? undefined : parseSince(given.until);
  const filter: ListFilter = {
    ...(given.session !== undefined && { session: given.session }),
    ...(given.since !== undefined && { since: parseSince(given.since) }),
  };
  const started = await listTurns(shell, filter, { agent, until, limit: parseLimit(limit, PAGE) });
  if (started.length === 0) await requireNames(shell, { ...(agent !== undefined && { agent }), ...given });
  const responses = await readResponses(shell, started, filter);
  const waiting = responses.size < started.length ? await readWaiting(shell) : new Set<string>();
  const turns = started.map((turn) => toListed(turn, responses.get(turn.id), waiting));
  shell.printListing(
    { turns },
    {
      columns: ['turn', 'started', nameColumn('agent'), nameColumn('session'), 'state', 'took', 'cost'],
      rows: turns.map((turn) => [
        { id: turn.id },
        { time: turn.started_at },
        turn.agent,
        turn.session ?? '',
        turn.state,
        turn.duration_ms === undefined ? '' : formatDuration(turn.duration_ms),
        turn.cost_usd === undefined ? '' : formatDollars(turn.cost_usd),
      ]),
      empty: 'No turns, or none that this key can see.',
    },
  );
}
