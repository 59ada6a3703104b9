import type { Approval } from '@crumbtrail/client';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useClient } from '../../api/client';
import type { JsonObject } from '../../components/editing/json-pointer';

/** What a person decides about one call or question. */
export type PersonChoice =
  | { readonly verb: 'approve'; readonly input?: JsonObject; readonly reason: string }
  | { readonly verb: 'deny'; readonly reason: string }
  | { readonly verb: 'answer'; readonly choices: readonly string[]; readonly text: string };

/** Sends a decision, and reads the list again: also after a refusal, because somebody else may have decided. */
export function useDecision(id: string): UseMutationResult<Approval, Error, PersonChoice> {
  const { approvals } = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (choice: PersonChoice) => {
      if (choice.verb === 'answer') {
        const { choices, text } = choice;
        return approvals.answer(id, {
          ...(choices.length > 0 && { choices: [...choices] }),
          ...(text !== '' && { text }),
        });
      }
      const reason = choice.reason === '' ? {} : { reason: choice.reason };
      if (choice.verb === 'deny') return approvals.deny(id, reason);
      return approvals.approve(id, { ...reason, ...(choice.input && { arguments: choice.input }) });
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['approvals'] }),
  });
}
