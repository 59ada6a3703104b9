import type { ReplyFrom, RequestTo } from '@crumbtrail/client';
import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useClient } from '../../api/client';

const PAGE = 100;
/** The memory-keeper writes after turns, and tells no page of it. */
const REFRESH_MS = 5_000;

/** Which memories are listed. */
export type MemoryFilter = Omit<NonNullable<RequestTo<'GET /v1/memory'>['query']>, 'limit' | 'cursor'>;

type MemoriesPage = ReplyFrom<'GET /v1/memory'>;

/** Pages of memories, those changed last first. */
export function useMemories(filter: MemoryFilter): UseInfiniteQueryResult<InfiniteData<MemoriesPage>> {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: ['memory', 'list', filter],
    refetchInterval: REFRESH_MS,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }: MemoriesPage) => next_cursor,
    queryFn: ({ pageParam: cursor }): Promise<MemoriesPage> =>
      client.request('GET /v1/memory', {
        query: { ...filter, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) },
      }),
  });
}

/** One memory with the history of its facts. */
export function useMemoryHistory(id: string): UseQueryResult<ReplyFrom<'GET /v1/memory/:id'>> {
  const client = useClient();
  return useQuery({
    queryKey: ['memory', 'one', id],
    refetchInterval: REFRESH_MS,
    queryFn: () => client.request('GET /v1/memory/:id', { params: { id } }),
  });
}

/** A change of a fact; `forget` erases it. */
export type FactEdit = RequestTo<'PATCH /v1/memory/:id/facts/:fact'>['body'] | 'forget';

/** The memories that a change has written. */
type ChangedMemories = ReplyFrom<'PATCH /v1/memory/:id/facts/:fact'>;

/** Changes a fact of a memory; lists and pages are read again. */
export function useFactChange(
  memory: string,
  fact: string,
  onChanged: (changed: ChangedMemories, edit: FactEdit) => void,
): UseMutationResult<ChangedMemories, Error, FactEdit> {
  const client = useClient();
  const cache = useQueryClient();
  const params = { id: memory, fact };
  return useMutation({
    mutationFn: (edit) =>
      edit === 'forget'
        ? client.request('DELETE /v1/memory/:id/facts/:fact', { params })
        : client.request('PATCH /v1/memory/:id/facts/:fact', { params, body: edit }),
    onSuccess: async (changed, edit) => {
      onChanged(changed, edit);
      await cache.invalidateQueries({ queryKey: ['memory'] });
    },
  });
}
