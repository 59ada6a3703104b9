import type { Envelope, SessionV1 } from '@crumbtrail/contracts';
import { toJsonObject } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../api/client';

/** Writes the session.v1 of a session: a new one, or a change of the one that `crumb` holds. */
export function useSaveSession(crumb: Envelope | null) {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (next: SessionV1): Promise<unknown> => {
      const context = toJsonObject(next);
      return crumb
        ? client.change(crumb.id, crumb.version, { context })
        : client.append({ schema_name: WIRE.session, context });
    },
    // The messages, of which there may be thousands, stay as they are.
    onSettled: () => cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'history' }),
  });
}
