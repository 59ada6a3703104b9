import { isApiError } from '@crumbtrail/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useClient } from '../../api/client';
import type { JsonObject } from './json-pointer';

/** What is edited: a version of a breadcrumb, or a new one when `crumb` is absent. */
export interface EditTarget {
  readonly schemaName: string;
  readonly value: JsonObject;
  readonly crumb?: { readonly id: string; readonly version: number } | undefined;
}

/** An edited payload and the version it is based on; undefined for a new breadcrumb. */
export interface PayloadDraft {
  readonly value: JsonObject;
  readonly version: number | undefined;
}

/** The draft and the state of saving it. */
export interface DraftState {
  readonly current: PayloadDraft | undefined;
  readonly edit: (value: JsonObject) => void;
  readonly discard: () => void;
  /** Saves the draft; with `overwrite`, over the changes of others. */
  readonly save: (overwrite?: boolean) => void;
  readonly busy: boolean;
  readonly error: unknown;
  /** Someone else changed the breadcrumb after the draft was started. */
  readonly conflict: boolean;
  readonly saved: boolean;
}

/** Holds a draft and saves it with If-Match, so that a concurrent change is never overwritten silently. */
export function usePayloadDraft(
  { schemaName, value, crumb }: EditTarget,
  onSaved?: (value: JsonObject) => void,
): DraftState {
  const client = useClient();
  const cache = useQueryClient();
  const [draft, setDraft] = useState<PayloadDraft>();
  const saveDraft = async ({ next, overwrite }: { next: PayloadDraft; overwrite: boolean }): Promise<void> => {
    if (!crumb) return void (await client.append({ schema_name: schemaName, context: next.value }));
    const version = overwrite ? (await client.get(crumb.id)).version : (next.version ?? crumb.version);
    await client.change(crumb.id, version, { context: next.value });
  };
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: saveDraft,
    onSuccess: async (_, { next }) => {
      await cache.invalidateQueries();
      // At once, because `onSaved` may open another page, and nothing is unsaved any more.
      flushSync(() => setDraft(undefined));
      onSaved?.(next.value);
    },
  });
  return {
    current: draft,
    edit: (changed) => {
      if (!isPending) reset();
      setDraft({ value: changed, version: draft ? draft.version : crumb?.version });
    },
    discard: () => {
      reset();
      setDraft(undefined);
      void cache.invalidateQueries();
    },
    save: (overwrite = false) => mutate({ next: draft ?? { value, version: crumb?.version }, overwrite }),
    busy: isPending,
    error,
    conflict: isApiError(error, 412),
    saved: isSuccess && !draft,
  };
}
