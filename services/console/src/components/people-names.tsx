import type { SessionV1 } from '@crumbtrail/contracts';
import { asPayload } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useMemo } from 'react';
import { useClient } from '../api/client';

/** How many sessions, the latest first, are read for the names of their members. */
const READ_SESSIONS = 200;
const FRESH_MS = 60_000;

/** The names of people by kind and id (`user:rita`), as the sessions that the reader may read agree on them. */
export const PeopleNames = createContext<ReadonlyMap<string, string>>(new Map());

/** The names of people in sessions, by kind and id. Somebody whom sessions call by different names has none: which one is meant is not known. */
export function collectPeopleNames(sessions: readonly SessionV1[]): ReadonlyMap<string, string> {
  const names = new Map<string, Set<string>>();
  for (const { kind, id, name } of sessions.flatMap(({ members = [] }) => members)) {
    if (kind === 'agent' || name === undefined) continue;
    const person = `${kind}:${id}`;
    names.set(person, (names.get(person) ?? new Set()).add(name));
  }
  return new Map(
    [...names].flatMap(([person, known]) => (known.size === 1 ? [[person, [...known][0] as string]] : [])),
  );
}

/** Reads the names of people for everything inside. */
export function PeopleNamesProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['people names'],
    staleTime: FRESH_MS,
    queryFn: async () => (await client.list({ schema: WIRE.session, limit: READ_SESSIONS })).breadcrumbs,
  });
  const names = useMemo(
    () => collectPeopleNames((data ?? []).map(({ context }) => asPayload(WIRE.session, context))),
    [data],
  );
  return <PeopleNames value={names}>{children}</PeopleNames>;
}
