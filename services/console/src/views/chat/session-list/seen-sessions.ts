/** Sessions beyond these, the longest unopened first, are forgotten. */
const MAX_SESSIONS = 500;

const placeOf = (workspace: string): string => `crumbtrail.seen ${workspace}`;

/** The latest breadcrumb that was on the page, by session, of the sessions that were opened in this browser. */
export function readSeen(workspace: string): ReadonlyMap<string, string> {
  try {
    return new Map(JSON.parse(localStorage.getItem(placeOf(workspace)) ?? '[]') as [string, string][]);
  } catch {
    // Whatever stands there is not ours.
    return new Map();
  }
}

/** Remembers that the latest breadcrumb of a session was on the page. */
export function markSeen(workspace: string, session: string, crumb: string): void {
  const seen = new Map(readSeen(workspace));
  if (seen.get(session) === crumb) return;
  seen.delete(session);
  seen.set(session, crumb);
  localStorage.setItem(placeOf(workspace), JSON.stringify([...seen].slice(-MAX_SESSIONS)));
}
