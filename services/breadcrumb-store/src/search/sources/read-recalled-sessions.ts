import { Session, type CrumbAuthor, type RecalledSession, type SourcePlan } from '@crumbtrail/contracts';
import type { SqlReader } from '../../database/database';
import { mayInformStored, mayReadStored } from '../../identity/visibility/access-filter.memory';
import type { TimedReadScope } from '../filter/chunk-filter';
import type { RankedText } from '../rank/rank-texts';
import type { TextChunk } from '../session-cache/text-chunk';

interface SessionRow extends RecalledSession {
  readonly author: CrumbAuthor;
  readonly audience: readonly string[];
  readonly informs: readonly string[] | null;
}

const READ_SESSIONS = {
  name: 'recalled-sessions',
  text: `select c.id, v.version, c.session as name, coalesce(v.context -> 'members', '[]') as members, c.audience, c.informs,
      jsonb_build_object('kind', c.author_kind, 'id', c.author_id) as author
    from crumb c
    join lateral (
      select version, context from crumb_version v
      where v.workspace = c.workspace and v.id = c.id and v.position <= $3 order by v.version desc limit 1) v on true
    where c.workspace = $1 and c.session = any($2::text[]) and c.schema_name = '${Session.name}' and c.created_position <= $3
      and c.erased_at is null
    order by c.session limit 256`,
};

/** What a source of a request found. */
interface SourceFindings {
  readonly plan: SourcePlan;
  readonly found: readonly RankedText<TextChunk>[];
}

/** The past sessions of what sources with `took_part` found, as far as all viewers and readers may read who is a member. Undefined: none. */
export async function readRecalledSessions(
  sql: SqlReader,
  { workspace, viewers, readers, as_of }: TimedReadScope,
  { results, session }: { readonly results: readonly SourceFindings[]; readonly session: string | undefined },
): Promise<readonly RecalledSession[] | undefined> {
  const texts = results.filter(({ plan }) => plan.took_part === true).flatMap(({ found }) => found);
  const names = new Set(texts.flatMap(({ text }) => text.session ?? []));
  if (session !== undefined) names.delete(session);
  if (names.size === 0) return undefined;
  const rows = await sql.read<SessionRow>(READ_SESSIONS, [workspace, [...names], as_of]);
  const readable = rows
    .filter((row) => viewers.every((viewer) => mayReadStored(row, viewer)))
    .filter((row) => readers === null || mayInformStored(row, readers))
    .map(({ id, version, name, members }) => ({ id, version, name, members }));
  return readable.length === 0 ? undefined : readable;
}
