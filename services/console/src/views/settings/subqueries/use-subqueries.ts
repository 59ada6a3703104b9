import type { SubqueryKindView } from '@crumbtrail/client';
import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useClient } from '../../../api/client';
import { hasUnsavedChanges } from '../../../routing/unsaved-changes';

/** The kinds of subquery with their templates. */
export function useSubqueries(): UseQueryResult<readonly SubqueryKindView[]> {
  const client = useClient();
  return useQuery({ queryKey: ['subqueries'], queryFn: () => client.subqueries.list() });
}

/** Changes a kind of subquery, unless the form has changes that are not saved. */
export function useKindChange(change: () => Promise<unknown>): UseMutationResult<unknown, Error, void> {
  const cache = useQueryClient();
  const mutationFn = (): Promise<unknown> => {
    if (hasUnsavedChanges()) throw new Error('The form has unsaved changes. Save or discard them first.');
    return change();
  };
  return useMutation({ mutationFn, onSuccess: () => cache.invalidateQueries() });
}
