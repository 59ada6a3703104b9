import { parseFilter } from '@crumbtrail/bus';
import type { Database } from '../database/database';
import { KEYS_DONE, KEYS_UNTIL } from '../search/index/text/rebuild-keys';
import type { Relay } from '../relay/relay';
import type { DurableCursor, RelayRecords } from '../relay/relay-records';

const READ_CLAIMS = `select key, holder from claim where workspace = $1 and until > now() order by key limit 3`;
const READ_INDEXED = `select coalesce((select position from index_cursor where kind = 'text'), 0)
  >= coalesce((select max(position) from crumb_event where workspace = $1), 0) as yes`;

/** The keys of texts that an earlier version has indexed are not written anew at the other cell. */
const READ_REBUILT = `select coalesce(min(d.position), 0) >= max(u.position) as yes
  from index_cursor u left join index_cursor d on d.kind = '${KEYS_DONE}' where u.kind = '${KEYS_UNTIL}'`;

/** What reads the work of a workspace. */
export interface WorkSources {
  readonly database: Pick<Database, 'query'>;
  readonly records: Pick<RelayRecords, 'durables' | 'nextFor'>;
  readonly relay: Pick<Relay, 'durables' | 'inspectSoon'>;
}

/** The consumers with a subscriber that have yet to process an event of the workspace. */
async function findBehind({ records, relay }: WorkSources, workspace: string): Promise<string[]> {
  relay.inspectSoon();
  const wanted = new Set(relay.durables.filter((one) => one.wanted).map(({ name }) => name));
  const cursors = (await records.durables()).flatMap(({ name, floor, filter }): DurableCursor[] => {
    const receives: DurableCursor['filter'] = parseFilter(filter) ?? {};
    const isOther = receives.workspace !== undefined && receives.workspace !== workspace;
    return isOther || !wanted.has(name) ? [] : [{ name, floor, filter: { ...receives, workspace } }];
  });
  const next = await records.nextFor(cursors);
  return [...next].filter(([, position]) => position !== null).map(([name]) => name);
}

/**
 * What services still work on in a workspace, as words for people; empty: nothing. Turns that wait for a person, for another turn or for their time are not
 * worked on by anybody.
 */
export async function findUnfinishedWork(sources: WorkSources, workspace: string): Promise<string[]> {
  const claims = await sources.database.query<{ key: string; holder: string }>(READ_CLAIMS, [workspace]);
  const behind = await findBehind(sources, workspace);
  const [indexed] = await sources.database.query<{ yes: boolean }>(READ_INDEXED, [workspace]);
  const [rebuilt] = await sources.database.query<{ yes: boolean | null }>(READ_REBUILT);
  return [
    ...claims.map(({ key, holder }) => `${holder} works on ${key}`),
    ...behind.map((name) => `${name} has events to process`),
    ...(indexed?.yes === true ? [] : ['the search index is behind']),
    ...(rebuilt?.yes === false ? ['the keys of texts of an earlier version are written anew'] : []),
  ];
}
