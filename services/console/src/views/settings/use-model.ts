import type { Crumbtrail } from '@crumbtrail/client';
import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useClient, useIdentity, useReportApiError } from '../../api/client';

/** The model of the workspace, and who has changed it. */
export type ShownModel = Awaited<ReturnType<Crumbtrail['model']>>;

/** What is saved or tried. */
export type ModelDraft = Parameters<Crumbtrail['connectModel']>[0];

/** What came of one call. */
export type TriedModel = Awaited<ReturnType<Crumbtrail['testModel']>>;

const MODEL = ['model'];

/** The model of the workspace; not read by those who may not. */
export function useModel(): UseQueryResult<ShownModel> {
  const client = useClient();
  const { role } = useIdentity();
  return useQuery({ queryKey: MODEL, queryFn: () => client.model(), enabled: role === 'operator' });
}

function useChange<Input>(change: (input: Input) => Promise<ShownModel>): UseMutationResult<ShownModel, Error, Input> {
  const cache = useQueryClient();
  return useMutation<ShownModel, Error, Input>({
    mutationFn: change,
    onSuccess: (state) => cache.setQueryData(MODEL, state),
    onError: useReportApiError(),
  });
}

/** Saves the model that answers from the next turn on. */
export function useConnectModel(): UseMutationResult<ShownModel, Error, ModelDraft> {
  const client = useClient();
  return useChange((draft: ModelDraft) => client.connectModel(draft));
}

/** Disconnects the model and forgets its key. */
export function useDisconnectModel(): UseMutationResult<ShownModel, Error, void> {
  const client = useClient();
  return useChange<void>(() => client.disconnectModel());
}

/** Calls a model once; stores nothing. */
export function useTestModel(): UseMutationResult<TriedModel, Error, ModelDraft> {
  const client = useClient();
  return useMutation<TriedModel, Error, ModelDraft>({
    mutationFn: (draft) => client.testModel(draft),
    onError: useReportApiError(),
  });
}
