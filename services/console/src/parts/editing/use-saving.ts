import { isApiError } from '@crumbtrail/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../data/client';
import type { Json } from './pointer';

/** What is edited: a crumb of a version, or one that is not there yet. */
export interface Edited {
  readonly schemaName: string;
  readonly value: Json;
  readonly crumb?: { readonly id: string; readonly version: number } | undefined;
}

/** A draft, and the version that it was begun from. */
export interface Draft {
  readonly value: Json;
  readonly version: number | undefined;
}

/** How an edit goes: what is drafted, and what became of saving it. */
export interface Saving {
  readonly draft: Draft | undefined;
  readonly edit: (value: Json) => void;
  readonly drop: () => void;
  readonly save: (over?: boolean) => void;
  readonly busy: boolean;
  readonly error: unknown;
  /** Somebody else has changed it since the draft was begun. */
  readonly conflict: boolean;
  readonly saved: boolean;
}

/** Keeps a draft and saves it under If-Match, so that nobody's change is lost without a word. */
export function useSaving({ schemaName, value, crumb }: Edited, onSaved?: (value: Json) => void): Saving {
  const client = useClient();
  const cache = useQueryClient();
  const [draft, setDraft] = useState<Draft>();
  const keep = async ({ next, over }: { next: Draft; over: boolean }): Promise<void> => {
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
