import {
  MemoryLong,
  MemoryShort,
  refuse,
  type CrumbLine,
  type MemoryFact,
  type Participant,
} from '@crumbtrail/contracts';
import type { MemoryHistoryReply, MemoryVersion } from '@crumbtrail/contracts/operations/memory-reading';
import type { Sql } from '../database/database';
import { isUuid } from '../database/uuid';
import type { AuthenticatedCaller } from '../identity/caller';
import { visibleToCaller } from '../identity/visibility/access-filter.sql';
import { ENVELOPE_COLUMNS, PRESENT, toEnvelope, toParticipant } from '../reading/envelope';
import { readCrumbLines } from '../reading/read-crumb-lines';
import { listAnswers } from './list-answers';
import { completeAuthors } from './complete-authors';
import { knownTo, selectFacts, type KnownFacts } from './known-facts';
import { payloadOf, toMemoryEntry, type MemoryRow } from './memory-row';

/** All versions of a memory that the caller may read, oldest first. */
async function queryVersions(sql: Sql, id: string, caller: AuthenticatedCaller): Promise<MemoryRow[]> {
  const params: unknown[] = [caller.workspace, isUuid(id) ? id : null, [MemoryShort.name, MemoryLong.name]];
  return sql.query<MemoryRow>(
    `select ${ENVELOPE_COLUMNS} from crumb c join crumb_version v on v.workspace = c.workspace and v.id = c.id
     where c.workspace = $1 and c.id = $2 and c.schema_name = any($3::text[]) and ${PRESENT}
       and ${visibleToCaller('c', caller, params)} order by v.version`,
    params,
  );
}

/** Who asked for a version, else who wrote it: the memory-keeper writes what a person changes. */
function changerOf(row: MemoryRow): Participant {
  const { changed_by } = payloadOf(row);
  if (changed_by !== undefined) return toParticipant(changed_by);
  const { updated_by, author } = toEnvelope(row);
  return updated_by ?? { kind: author.kind, id: author.id };
}

function toVersion(row: MemoryRow, known: KnownFacts, complete: (fact: MemoryFact) => MemoryFact): MemoryVersion {
  const { version, updated_at } = toEnvelope(row);
  const { facts, revision = 0 } = payloadOf(row);
  return {
    version,
    at: updated_at,
    by: changerOf(row),
    facts: selectFacts(facts.map(complete), known),
    ...(version === 1 && revision > 0 && { rebuilt: true }),
  };
}

/** The sources of facts that the caller may read, one line each. */
async function readSources(sql: Sql, facts: readonly MemoryFact[], caller: AuthenticatedCaller): Promise<CrumbLine[]> {
  const ids = [...new Set(facts.flatMap(({ sources }) => sources.map(({ id }) => id)))];
  const params: unknown[] = [caller.workspace, ids];
  const readable = await sql.query<{ readonly id: string }>(
    `select c.id from crumb c where c.workspace = $1 and c.id = any($2::uuid[]) and ${PRESENT}
       and ${visibleToCaller('c', caller, params)} order by c.position`,
    params,
  );
  const lines = await readCrumbLines(
    sql,
    caller.workspace,
    readable.map(({ id }) => id),
  );
  return readable.flatMap(({ id }) => lines.get(id) ?? []);
}

/** Whether the caller may know anything of a memory: it is their own, or any version has facts about them. */
function isKnown(memory: MemoryRow, versions: readonly MemoryVersion[], { agent, about }: KnownFacts): boolean {
  if (agent !== undefined && payloadOf(memory).agent !== agent) return false;
  return about === undefined || versions.some(({ facts }) => facts.length > 0);
}

/** One memory through all its versions, with the sources of its facts and the answers that used it. */
export async function readMemoryHistory(
  sql: Sql,
  id: string,
  caller: AuthenticatedCaller,
): Promise<MemoryHistoryReply> {
  const rows = await queryVersions(sql, id, caller);
  const newest = rows.at(-1);
  const known = knownTo(caller);
  const complete = await completeAuthors(
    sql,
    caller.workspace,
    rows.flatMap((row) => payloadOf(row).facts),
  );
  const versions = rows.map((row) => toVersion(row, known, complete));
  if (!newest || !isKnown(newest, versions, known))
    throw refuse('not_found', `No memory ${id} that this key may read.`);
  const answers = await listAnswers(sql, id, caller);
  const facts = versions.flatMap((version) => version.facts);
  return {
    memory: toMemoryEntry(newest, known, complete),
    versions,
    sources: await readSources(sql, facts, caller),
    answers,
  };
}
