import type { Envelope, SessionOverrideItem, SessionOverrideV1, SessionV1 } from '@crumbtrail/contracts';
import { asPayload } from '@crumbtrail/contracts/payload';
import { activeOverrides } from '@crumbtrail/contracts/session-overrides';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useClient } from '../../api/client';

const REFRESH_MS = 30_000;
/** How often is looked whether an override has ended. */
const END_CHECK_MS = 1_000;

/** The one record of a kind that a session has; null where there is none that the key may read. */
function useRecord(schema: string, session: string): UseQueryResult<Envelope | null> {
  const client = useClient();
  return useQuery({
    queryKey: ['session record', schema, session],
    refetchInterval: REFRESH_MS,
    queryFn: async () => (await client.list({ schema, session, limit: 1 })).breadcrumbs[0] ?? null,
  });
}

/** The session.v1 of a session, with its version. */
export const useSessionRecord = (session: string): UseQueryResult<Envelope | null> => useRecord(WIRE.session, session);

/** What a session.v1 says; a session without one has a name alone. */
export const readSession = (session: string, crumb: Envelope | null | undefined): SessionV1 =>
  asPayload(WIRE.session, crumb?.context) ?? { name: session };

type ListedMembers = NonNullable<SessionV1['members']>;
const NO_MEMBERS: ListedMembers = [];

/** The members that the `session.v1` of a session lists; none without one. */
export function useMembers(session: string): ListedMembers {
  const { data } = useSessionRecord(session);
  return useMemo(() => readSession(session, data).members ?? NO_MEMBERS, [session, data]);
}

/** The time, ISO 8601, again every second while `isNeeded`. */
function useNow(isNeeded: boolean): string {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    if (!isNeeded) return undefined;
    const timer = setInterval(() => setNow(new Date().toISOString()), END_CHECK_MS);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}

const newer = (a: Envelope | null | undefined, b: Envelope | undefined): Envelope | null | undefined =>
  b && (!a || b.version > a.version) ? b : a;

/** How operators have adjusted a session, as far as that has not ended; `live` is what the stream of the session has delivered. */
export function useOverrides(session: string, live: readonly Envelope[]): readonly SessionOverrideItem[] {
  const { data } = useRecord(WIRE.sessionOverride, session);
  const crumb = newer(
    data,
    live.findLast(({ schema_name }) => schema_name === WIRE.sessionOverride),
  );
  const payload = crumb?.context as SessionOverrideV1 | undefined;
  const ends = payload?.overrides.some(({ until }) => until !== undefined) === true;
  return activeOverrides(payload, useNow(ends));
}
