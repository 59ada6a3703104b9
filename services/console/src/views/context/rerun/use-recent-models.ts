import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../../api/client';

const DAYS = 30;
const DAY_MS = 86_400_000;

/** The names of the models that answered in the last 30 days, most used first; empty until they are loaded, and where they cannot be. */
export function useRecentModels(): readonly string[] {
  const client = useClient();
  const [to] = useState(Date.now);
  const { data } = useQuery({
    queryKey: ['recent-models'],
    queryFn: () =>
      client.usage({
        from: new Date(to - DAYS * DAY_MS).toISOString(),
        to: new Date(to).toISOString(),
        by: 'model',
        time_zone: 'UTC',
      }),
    staleTime: 60_000,
  });
  const rows = (data?.rows ?? []).toSorted((a, b) => b.turns - a.turns);
  return rows.flatMap(({ key }) => key ?? []);
}
