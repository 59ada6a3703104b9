import type { Envelope } from '@crumbtrail/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useClient, useIdentity, useReportApiError } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';
import { hrefTo } from '../../routing/route';

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

/** Erases a breadcrumb with all its versions, once that is confirmed; for operators. */
export function EraseButton({ crumb, erased }: { readonly crumb: Envelope; readonly erased: boolean }): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const { role } = useIdentity();
  const dialog = useRef<HTMLDialogElement>(null);
  const erasing = useMutation({
    mutationFn: () => client.erase(crumb.id, crumb.version),
    onError: useReportApiError(),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['trail'] }),
    onSettled: () => dialog.current?.close(),
  });
  if (erasing.data) return <Derived ids={erasing.data.derived.map(({ id }) => id)} />;
  if (erased || role !== 'operator') return null;
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Erase…
      </button>
      {erasing.error && <ErrorNotice error={erasing.error} />}
      <dialog ref={dialog} aria-label="Erase this breadcrumb">
        <p>
          Its content is erased in all versions, with the texts of contexts that quote it. Its ID and time remain. This
          cannot be undone.
        </p>
        <form method="dialog" className="row">
          <button type="button" disabled={erasing.isPending} onClick={() => erasing.mutate()}>
            Erase for good
          </button>
          <button>Cancel</button>
        </form>
      </dialog>
    </>
  );
}
