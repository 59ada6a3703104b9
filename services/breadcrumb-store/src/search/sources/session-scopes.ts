import { AgentResponse, OUTERMOST_SCOPE, ScopeAdvance, SINCE_REPLY, type ScopeStart } from '@crumbtrail/contracts';
import type { SqlReader } from '../../database/database';
import type { RankedText } from '../rank/rank-texts';
import type { TextChunk } from '../session-cache/text-chunk';
import { scoreByOrder } from './newest-texts';
import { readSessionChunks, type SessionChunks } from './read-session-chunks';

/** A scope of a session, and the text that tells of it. */
export interface SessionScope extends ScopeStart {
  readonly text: TextChunk;
}

interface AdvanceRow {
  readonly id: string;
  readonly level: string;
  readonly name: string | null;
  readonly position: number;
}

const READ_ADVANCES = {
  name: 'scope-advances',
  text: `select v.id, v.context ->> 'scope' as level, v.context ->> 'name' as name, c.created_position as position
    from unnest($2::uuid[], $3::int[]) w (id, version)
    join crumb_version v on v.workspace = $1 and v.id = w.id and v.version = w.version
    join crumb c on c.workspace = v.workspace and c.id = v.id`,
};

/** The scopes that a session has entered, in time order. It takes a query only where there are any. */
export async function readSessionScopes(sql: SqlReader, chunks: SessionChunks): Promise<readonly SessionScope[]> {
  const found = await readSessionChunks(sql, chunks, [ScopeAdvance.name]);
  const texts = found.filter(({ ordinal }) => ordinal === 0);
  if (texts.length === 0) return [];
  const ids = texts.map(({ id }) => id);
  const versions = texts.map(({ row }) => row.version);
  const rows = await sql.read<AdvanceRow>(READ_ADVANCES, [chunks.scope.workspace, ids, versions]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return texts.flatMap((text) => {
    const row = byId.get(text.id);
    if (!row) return [];
    const { level, name, position } = row;
    return [{ level, ...(name === null ? {} : { name }), occurred_at: text.occurred, position, text }];
  });
}

/** When an agent last replied in a session; none where it never has. */
export async function readLatestReply(sql: SqlReader, chunks: SessionChunks, agent: string): Promise<ScopeStart[]> {
  const replies = await readSessionChunks(sql, chunks, [AgentResponse.name]);
  const latest = replies.findLast(({ author }) => author.kind === 'agent' && author.id === agent);
  return latest ? [{ level: SINCE_REPLY, occurred_at: latest.occurred, position: latest.position }] : [];
}

/** The scopes that a session is in: the newest of each level, unless a new day has begun after it. */
export function currentScopes(scopes: readonly SessionScope[]): SessionScope[] {
  const lastDay = scopes.findLastIndex(({ level }) => level === OUTERMOST_SCOPE);
  const current = scopes.slice(Math.max(0, lastDay));
  return current.filter(({ level }, at) => current.findLastIndex((one) => one.level === level) === at);
}

/** The texts that tell which scopes a session is in, the outermost first. */
export const findCurrentScopes = (scopes: readonly SessionScope[]): RankedText<TextChunk>[] =>
  scoreByOrder(currentScopes(scopes).map(({ text }) => text));
