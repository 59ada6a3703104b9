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

/** Another way to save what is edited than as the breadcrumb itself; `overwrite`: over what others have saved meanwhile. */
export interface SaveAction {
  readonly label: string;
  readonly save: (value: JsonObject, overwrite: boolean) => Promise<void>;
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
  /** Saves what was edited, by default as the breadcrumb itself. */
  readonly save: (saving?: SaveAction) => void;
  /** Saves in the same way again, over the changes of others. */
  readonly overwrite: () => void;
  readonly busy: boolean;
  readonly error: unknown;
  /** Someone else changed the breadcrumb after the draft was started. */
  readonly conflict: boolean;
  readonly saved: boolean;
}

interface SaveRequest {
  readonly next: PayloadDraft;
  readonly overwrite: boolean;
  readonly saving: SaveAction | undefined;
}

/** Holds a draft and saves it with If-Match, so that a concurrent change is never overwritten silently. */
export function usePayloadDraft(
  { schemaName, value, crumb }: EditTarget,
  onSaved?: (value: JsonObject) => void,
): DraftState {
  const client = useClient();
  const cache = useQueryClient();
  const [draft, setDraft] = useState<PayloadDraft>();
  const saveDraft = async ({ next, overwrite, saving }: SaveRequest): Promise<void> => {
    if (saving) return saving.save(next.value, overwrite);
    if (!crumb) return void (await client.append({ schema_name: schemaName, context: next.value }));
    const version = overwrite ? (await client.get(crumb.id)).version : (next.version ?? crumb.version);
    await client.change(crumb.id, version, { context: next.value });
  };
  const { mutate, reset, isPending, isSuccess, error, variables } = useMutation({
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
    save: (saving) => mutate({ next: draft ?? { value, version: crumb?.version }, overwrite: false, saving }),
    overwrite: () => variables && mutate({ ...variables, overwrite: true }),
    busy: isPending,
    error,
    conflict: isApiError(error, 412),
    saved: isSuccess && !draft,
  };
}
