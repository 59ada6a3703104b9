import type { Crumbtrail } from '@crumbtrail/client';
import type { Envelope } from '@crumbtrail/contracts';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useClient, useIdentity, useReportApiError } from '../api/client';
import { hrefTo } from '../routing/route';
import { ConfirmDialog } from './confirm-dialog';
import { ErrorNotice } from './error-notice';

type Erasure = Awaited<ReturnType<Crumbtrail['erase']>>;

const erasureKey = (id: string): string[] => ['erasure', id];

/** What came of the erasure of a breadcrumb, as long as the page is open, in every view that shows it. */
function useErasure(id: string): Erasure | undefined {
  return useQuery<Erasure>({ queryKey: erasureKey(id), queryFn: skipToken, gcTime: Infinity, staleTime: Infinity })
    .data;
}

/** What rests on an erased breadcrumb; each is linked, because it is read before it is erased too. */
function Derived({ ids }: { readonly ids: readonly string[] }): ReactNode {
  if (ids.length === 0) return <p role="status">Erased.</p>;
  return (
    <div role="status">
      <p>Erased. These breadcrumbs were made from it, and answers among them may still quote it:</p>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <a href={hrefTo('trails', [id], { crumb: id })}>
              <code className="anywhere">{id}</code>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What came of an erasure that was made on this page. */
export function ErasureOutcome({ id }: { readonly id: string }): ReactNode {
  const erasure = useErasure(id);
  return erasure && <Derived ids={erasure.derived.map((one) => one.id)} />;
}

/** The first lines of a breadcrumb; nothing where it has no words. */
function FirstLines({ crumb }: { readonly crumb: Envelope }): ReactNode {
  const { content, text } = crumb.context as { readonly content?: unknown; readonly text?: unknown };
  const words = content ?? text;
  if (typeof words !== 'string' || words === '') return null;
  return (
    <blockquote>
      <bdi>{words}</bdi>
    </blockquote>
  );
}

/** Erases a breadcrumb with all its versions, once that is confirmed, and says what came of it; for operators. */
export function EraseButton({ crumb, erased }: { readonly crumb: Envelope; readonly erased: boolean }): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const { role } = useIdentity();
  const [isAsking, setAsking] = useState(false);
  const erasure = useErasure(crumb.id);
  const erasing = useMutation({
    mutationFn: () => client.erase(crumb.id, crumb.version),
    onError: useReportApiError(),
    onSuccess: async (result) => {
      cache.setQueryData(erasureKey(crumb.id), result);
      await Promise.all(['trail', 'sessions', 'erased'].map((key) => cache.invalidateQueries({ queryKey: [key] })));
    },
    onSettled: () => setAsking(false),
  });
  if (erasure) return <ErasureOutcome id={crumb.id} />;
  if (erased || role !== 'operator') return null;
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Erase…
      </button>
      {erasing.error && <ErrorNotice error={erasing.error} />}
      {isAsking && (
        <ConfirmDialog
          label="Erase this breadcrumb"
          action="Erase for good"
          isPending={erasing.isPending}
          onConfirm={() => erasing.mutate()}
          onClose={() => setAsking(false)}
        >
          <FirstLines crumb={crumb} />
          <p>
            Its content is erased in all versions, with the texts of contexts that quote it. Its ID and time remain.
            This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
