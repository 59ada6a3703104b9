import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery } from '@tanstack/react-query';
import { useClient } from './client';
import { type ModelState, modelStates } from './model-states';

const LATEST = 100;
const POLL_MS = 30_000;

/** How the latest calls of the models ended, from the latest answers that this key may read; no model is called for it. Undefined while it loads. */
export function useModelStates(): readonly ModelState[] | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['model-states'],
    queryFn: async () =>
      modelStates((await client.list({ schema: WIRE.agentResponse, order: 'desc', limit: LATEST })).breadcrumbs),
    refetchInterval: POLL_MS,
  });
  return data;
}
