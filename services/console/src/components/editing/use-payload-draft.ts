import { isApiError } from '@crumbtrail/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/client';
import type { JsonObject } from './json-pointer';

/** What is edited: a crumb of a version, or one that is not there yet. */
export interface EditTarget {
  readonly schemaName: string;
  readonly value: JsonObject;
  readonly crumb?: { readonly id: string; readonly version: number } | undefined;
}

/** A draft, and the version that it was begun from. */
export interface PayloadDraft {
  readonly value: JsonObject;
  readonly version: number | undefined;
}

/** How an edit goes: what is drafted, and what became of saving it. */
export interface DraftState {
  readonly draft: PayloadDraft | undefined;
  readonly edit: (value: JsonObject) => void;
  readonly drop: () => void;
  readonly save: (over?: boolean) => void;
  readonly busy: boolean;
  readonly error: unknown;
  /** Somebody else has changed it since the draft was begun. */
  readonly conflict: boolean;
  readonly saved: boolean;
}

/** Keeps a draft and saves it under If-Match, so that nobody's change is lost without a word. */
export function usePayloadDraft(
  { schemaName, value, crumb }: EditTarget,
  onSaved?: (value: JsonObject) => void,
): DraftState {
  const client = useClient();
  const cache = useQueryClient();
  const [draft, setDraft] = useState<PayloadDraft>();
  const keep = async ({ next, over }: { next: PayloadDraft; over: boolean }): Promise<void> => {
    if (!crumb) return void (await client.append({ schema_name: schemaName, context: next.value }));
    const version = over ? (await client.get(crumb.id)).version : (next.version ?? crumb.version);
    await client.change(crumb.id, version, { context: next.value });
  };
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: keep,
    onSuccess: async (_, { next }) => {
      await cache.invalidateQueries();
      setDraft(undefined);
      onSaved?.(next.value);
    },
  });
  return {
    draft,
    edit: (changed) => {
      if (!isPending) reset();
      setDraft({ value: changed, version: draft ? draft.version : crumb?.version });
    },
    drop: () => {
      reset();
      setDraft(undefined);
      void cache.invalidateQueries();
    },
    save: (over = false) => mutate({ next: draft ?? { value, version: crumb?.version }, over }),
    busy: isPending,
    error,
    conflict: isApiError(error, 412),
    saved: isSuccess && !draft,
  };
}
