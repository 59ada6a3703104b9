import type { Envelope, LoreBookV1, LoreEntryV1 } from '@crumbtrail/contracts';
import { asCrumbs } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useClient } from '../../api/client';

const PAGE = 500;
/** The most entries of a workspace that are loaded, as of a search. */
const MOST_ENTRIES = 20_000;

/** The newest lorebooks of the workspace that the key may read, at most 500, by name. */
export function useBooks(): UseQueryResult<readonly Envelope<LoreBookV1>[]> {
  const client = useClient();
  return useQuery({
    queryKey: ['lore', 'books'],
    queryFn: async () => {
      const { breadcrumbs } = await client.list({ schema: WIRE.loreBook, limit: PAGE });
      return asCrumbs(WIRE.loreBook, breadcrumbs).toSorted((a, b) =>
        a.context.name.localeCompare(b.context.name, 'en'),
      );
    },
  });
}

/** The entries of a book that the key may read, in the order in which they were written. */
export function useEntries(book: string): UseQueryResult<readonly Envelope<LoreEntryV1>[]> {
  const client = useClient();
  return useQuery({
    queryKey: ['lore', 'entries', book],
    queryFn: async () => {
      const found: Envelope[] = [];
      for await (const crumb of client.all({ schema: WIRE.loreEntry, order: 'asc', limit: PAGE })) {
        found.push(crumb);
        if (found.length === MOST_ENTRIES) break;
      }
      return asCrumbs(WIRE.loreEntry, found).filter(({ context }) => context.book === book);
    },
  });
}
