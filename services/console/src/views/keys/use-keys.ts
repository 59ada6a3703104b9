import type { Crumbtrail } from '@crumbtrail/client';
import type { KeyView } from '@crumbtrail/contracts';
import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useClient, useReportApiError } from '../../api/client';

const KEYS = ['keys'];

/** What a key is created with. */
export type KeyDraft = Parameters<Crumbtrail['createKey']>[0];

/** A key that was just created. Its secret is in no later reply. */
export type CreatedKey = Awaited<ReturnType<Crumbtrail['createKey']>>;

/** The keys of the workspace, without their secrets. */
export function useKeys(): UseQueryResult<readonly KeyView[]> {
  const client = useClient();
  return useQuery({ queryKey: KEYS, queryFn: () => client.keys() });
}

/** Creates a key; the list is read again. */
export function useCreateKey(): UseMutationResult<CreatedKey, Error, KeyDraft> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation<CreatedKey, Error, KeyDraft>({
    mutationFn: (draft) => client.createKey(draft),
    onSuccess: () => cache.invalidateQueries({ queryKey: KEYS }),
    onError: useReportApiError(),
  });
}

/** Revokes a key for good; the list is read again. */
export function useRevokeKey(): UseMutationResult<KeyView, Error, string> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation<KeyView, Error, string>({
    mutationFn: (id) => client.revokeKey(id),
    onSuccess: () => cache.invalidateQueries({ queryKey: KEYS }),
    onError: useReportApiError(),
  });
}
