import { MemoryLong, MemoryShort, refuse } from '@crumbtrail/contracts';
import type { ListMemoriesRequest, MemoriesReply } from '@crumbtrail/contracts/operations/memory-reading';
import type { Sql } from '../database/database';
import { StatementParameters } from '../database/statement-parameters';
import type { AuthenticatedCaller } from '../identity/caller';
import { visibleToCaller } from '../identity/visibility/access-filter.sql';
import { readCursor, writeCursor } from '../reading/cursor';
import { ENVELOPE_COLUMNS, PRESENT } from '../reading/envelope';
import { isAboutSql } from './about.sql';
import { completeAuthors } from './complete-authors';
import { knownTo, type KnownFacts } from './known-facts';
import { payloadOf, toMemoryEntry, type MemoryRow } from './memory-row';

const USUAL = 50;
const USE = 'memories';
const SCHEMAS = { short: [MemoryShort.name], long: [MemoryLong.name] } as const;

/** The filters of a request, narrowed to what the caller may know; undefined where they ask for something else. */
function narrow({ agent, about }: ListMemoriesRequest, known: KnownFacts): KnownFacts | undefined {
  const clashes = [
    [agent, known.agent],
    [about, known.about],
  ].some(([asked, allowed]) => asked !== undefined && allowed !== undefined && asked !== allowed);
  if (clashes) return undefined;
  const [ofAgent, aboutWhom] = [agent ?? known.agent, about ?? known.about];
  return {
    ...(ofAgent === undefined ? {} : { agent: ofAgent }),
    ...(aboutWhom === undefined ? {} : { about: aboutWhom }),
  };
}

function placeOf(workspace: string, cursor: string): number {
  const [position] = readCursor(USE, workspace, cursor);
  if (typeof position !== 'number') throw refuse('cursor_gone', 'Invalid or expired cursor. Start again without it.');
  return position;
}

/** The memories of a page, and one more if there is a next page. */
async function queryMemories(
  sql: Sql,
  caller: AuthenticatedCaller,
  { session, tier, cursor }: ListMemoriesRequest,
  { known: { agent, about }, limit }: { readonly known: KnownFacts; readonly limit: number },
): Promise<MemoryRow[]> {
  const parameters = new StatementParameters();
  const schemas = tier === undefined ? [...SCHEMAS.short, ...SCHEMAS.long] : SCHEMAS[tier];
  const conditions = [
    `c.workspace = ${parameters.add(caller.workspace, 'text')}`,
    `c.schema_name = any(${parameters.add(schemas, 'text[]')}) and ${PRESENT}`,
    visibleToCaller('c', caller, parameters.list),
    ...(session === undefined ? [] : [`c.session = ${parameters.add(session, 'text')}`]),
    ...(agent === undefined ? [] : [`v.context ->> 'agent' = ${parameters.add(agent, 'text')}`]),
    ...(about === undefined ? [] : [isAboutSql(parameters.add(about, 'text'))]),
    ...(cursor === undefined ? [] : [`c.position < ${parameters.add(placeOf(caller.workspace, cursor), 'bigint')}`]),
  ];
  return sql.query<MemoryRow>(
    `select ${ENVELOPE_COLUMNS} from crumb c
     join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
     where ${conditions.join(' and ')} order by c.position desc limit ${parameters.add(limit + 1, 'int')}`,
    parameters.list,
  );
}

/** One page of memories, those changed last first. Throws a refusal where the request names an agent or participant about whom the caller may know nothing. */
export async function listMemories(
  sql: Sql,
  request: ListMemoriesRequest,
  caller: AuthenticatedCaller,
): Promise<MemoriesReply> {
  const known = narrow(request, knownTo(caller));
  if (known === undefined)
    throw refuse(
      'forbidden',
      'A key lists what is known of its own participant; an operator lists what is known of others.',
    );
  const limit = request.limit ?? USUAL;
  const rows = await queryMemories(sql, caller, request, { known, limit });
  const page = rows.slice(0, limit);
  const facts = page.flatMap((row) => payloadOf(row).facts);
  const complete = await completeAuthors(sql, caller.workspace, facts);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    memories: page.map((row) => toMemoryEntry(row, known, complete)),
    ...(last ? { next_cursor: writeCursor(USE, caller.workspace, [last.head_position]) } : {}),
  };
}
