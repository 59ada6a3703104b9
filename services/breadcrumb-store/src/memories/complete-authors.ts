import type { MemoryFact } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';

/** Facts of earlier versions do not say whose statement they are. */
const isUnsaid = ({ about, said_by }: MemoryFact): boolean => about === undefined && said_by === undefined;

/** The authors of breadcrumbs, as kind and id; of erased ones, too. */
async function readAuthors(sql: Sql, workspace: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.query<{ readonly id: string; readonly author: string }>(
    `select id, author_kind || ':' || author_id as author from crumb where workspace = $1 and id = any($2::uuid[])`,
    [workspace, ids],
  );
  return new Map(rows.map(({ id, author }) => [id, author]));
}

/** Facts that do not say whom they are about, about the only author of their sources, if there is one. */
export async function completeAuthors(
  sql: Sql,
  workspace: string,
  facts: readonly MemoryFact[],
): Promise<(fact: MemoryFact) => MemoryFact> {
  const unsaid = facts.filter(isUnsaid).flatMap(({ sources }) => sources.map(({ id }) => id));
  const authors = await readAuthors(sql, workspace, [...new Set(unsaid)]);
  return (fact) => {
    if (!isUnsaid(fact)) return fact;
    const [only, ...others] = [...new Set(fact.sources.map(({ id }) => authors.get(id)))];
    return only === undefined || others.length > 0 ? fact : { ...fact, about: only };
  };
}
