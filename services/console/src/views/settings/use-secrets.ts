import type { Crumbtrail } from '@crumbtrail/client';
import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useClient, useIdentity, useReportApiError } from '../../api/client';

/** The secrets of the workspace, without their values. */
export type ShownSecrets = Awaited<ReturnType<Crumbtrail['secrets']>>;

/** One of them. */
export type ShownSecret = ShownSecrets['secrets'][number];

/** What is saved: the name, and the rest of the secret. */
export type SecretDraft = Parameters<Crumbtrail['saveSecret']>;

const SECRETS = ['secrets'];

/** The secrets of the workspace; not read by those who may not. */
export function useSecrets(): UseQueryResult<ShownSecrets> {
  const client = useClient();
  const { role } = useIdentity();
  return useQuery({ queryKey: SECRETS, queryFn: () => client.secrets(), enabled: role === 'operator' });
}

function useChange<Input>(
  change: (input: Input) => Promise<ShownSecret>,
): UseMutationResult<ShownSecret, Error, Input> {
  const cache = useQueryClient();
  return useMutation<ShownSecret, Error, Input>({
    mutationFn: change,
    onSuccess: () => cache.invalidateQueries({ queryKey: SECRETS }),
    onError: useReportApiError(),
  });
}

/** Saves a secret, which tools can use from their next run on. */
export function useSaveSecret(): UseMutationResult<ShownSecret, Error, SecretDraft> {
  const client = useClient();
  return useChange((draft: SecretDraft) => client.saveSecret(...draft));
}

/** Removes a secret. */
export function useRemoveSecret(): UseMutationResult<ShownSecret, Error, string> {
  const client = useClient();
  return useChange((name: string) => client.removeSecret(name));
}
