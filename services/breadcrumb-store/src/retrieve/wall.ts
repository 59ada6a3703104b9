import type { Viewer } from '@crumbtrail/contracts';
import type { KeptText } from './kept-text';
import type { Filter, Sight } from './visible';

/** Crumbs with newer versions that the index has not reached yet, and where the first of those stands in the log. */
export type Late = ReadonlyMap<string, number>;

/** `mayRead` of libs/contracts over an audience as the store keeps it. */
function mayRead({ row, author }: KeptText, { participant, operator }: Viewer): boolean {
  if (operator) return true;
  const { kind, id } = participant;
  if (author.kind === kind && author.id === id) return true;
  return row.audience.some((token) => token === '*' || token === id || (token === '@agents' && kind === 'agent'));
}

function isCurrent({ row }: KeptText, as_of: number, late: Late | null): boolean {
  if (row.position > as_of || (row.superseded_position !== null && row.superseded_position <= as_of)) return false;
  const newer = late?.get(row.id);
  return newer === undefined || newer > as_of || row.position >= newer;
}

const isShared = ({ row }: KeptText): boolean => row.audience.length === 1 && row.audience[0] === '*';

/**
 * The wall over texts of one workspace in memory: what was written by `as_of` and not superseded by then, has not expired at
 * `now`, and may be read by all eyes. `visible` says the same in SQL. It stands before everything else, neighbours and
 * statistics of a session included.
 */
export function behindWall(texts: readonly KeptText[], sight: Omit<Sight, 'workspace'>, late: Late): KeptText[] {
  const now = sight.now === null ? Date.now() : Date.parse(sight.now);
  const { as_of, eyes } = sight;
  const newer = late.size > 0 ? late : null;
  const found: KeptText[] = [];
  for (const text of texts) {
    const isThere = isCurrent(text, as_of, newer) && (text.expiresAt === null || text.expiresAt > now);
    if (isThere && (isShared(text) || eyes.every((viewer) => mayRead(text, viewer)))) found.push(text);
  }
  return found;
}

type Wanted = (text: KeptText) => boolean;

function conditionsOf({ schemas, tags, session, author, since, exclude }: Filter): Wanted[] {
  const excluded = new Set(exclude);
  const from = since === undefined ? 0 : Date.parse(since);
  const conditions: (Wanted | false)[] = [
    !!schemas?.length && ((text) => schemas.includes(text.row.schema_name)),
    !!tags?.length && ((text) => tags.every((tag) => text.tags.includes(tag))),
    session !== undefined && ((text) => text.session === session),
    !!author && (({ author: by }) => by.id === author.id && (!author.kind || by.kind === author.kind)),
    since !== undefined && ((text) => text.occurredAt >= from),
    excluded.size > 0 && ((text) => !excluded.has(text.id)),
  ];
  return conditions.filter((one) => one !== false);
}

/** The texts that a filter wants; `matching` says the same in SQL. */
export function wanted(texts: readonly KeptText[], filter: Filter): KeptText[] {
  const conditions = conditionsOf(filter);
  return texts.filter((text) => conditions.every((holds) => holds(text)));
}
