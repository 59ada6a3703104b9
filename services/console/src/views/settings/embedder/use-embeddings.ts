import type { Crumbtrail } from '@crumbtrail/client';
import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useClient, useIdentity, useReportApiError } from '../../../api/client';

/** Which embedder serves, the chosen one and its progress. */
export type ShownEmbeddings = Awaited<ReturnType<Crumbtrail['embeddings']>>;

/** What is tried. */
export type EmbedderTest = Parameters<Crumbtrail['testEmbedder']>[0];

/** What came of it. */
export type TriedEmbedder = Awaited<ReturnType<Crumbtrail['testEmbedder']>>;

const EMBEDDINGS = ['settings', 'embeddings'];
const REFRESH_MS = 15_000;
/** While texts are being embedded. */
const SOON_MS = 2_000;

/** Whether the chosen embedder has not taken over yet, or has texts left. */
export const isCatchingUp = ({ serving, chosen, backlog }: ShownEmbeddings): boolean =>
  serving !== chosen || backlog > 0;

/** The embedder of the installation, followed while the page is open. */
export function useEmbeddings(): UseQueryResult<ShownEmbeddings> {
  const client = useClient();
  const { role } = useIdentity();
  return useQuery({
    queryKey: EMBEDDINGS,
    queryFn: () => client.embeddings(),
    enabled: role === 'operator',
    refetchInterval: ({ state: { data } }) => (data && isCatchingUp(data) ? SOON_MS : REFRESH_MS),
  });
}

/** Chooses another embedder; the one of before serves until it has caught up. */
export function useChooseEmbedder(): UseMutationResult<ShownEmbeddings, Error, string> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation<ShownEmbeddings, Error, string>({
    mutationFn: (use) => client.useEmbedder(use),
    onSuccess: (state) => cache.setQueryData(EMBEDDINGS, state),
    onError: useReportApiError(),
  });
}

/** Embeds two texts; stores nothing. */
export function useTestEmbedder(): UseMutationResult<TriedEmbedder, Error, EmbedderTest> {
  const client = useClient();
  return useMutation<TriedEmbedder, Error, EmbedderTest>({
    mutationFn: (test) => client.testEmbedder(test),
    onError: useReportApiError(),
  });
}
