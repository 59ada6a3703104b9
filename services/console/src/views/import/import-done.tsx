import { countOf } from '@crumbtrail/chat-imports';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ErrorNotice } from '../../components/error-notice';
import { hrefTo } from '../../routing/route';
import { ImportFindings } from './import-findings';
import { type StoredImport, useUndo } from './use-import';

/** Erases everything that this import has stored, once that is confirmed. */
function Undo({ receipts }: Pick<StoredImport, 'receipts'>): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, done, data: left, error } = useUndo();
  if (left !== undefined)
    return (
      <p role="status">
        Erased {countOf(receipts.length - left, 'breadcrumb')} of this import.
        {left > 0 && ` ${countOf(left, 'breadcrumb')} had been changed or erased since, and stay as they are.`}
      </p>
    );
  return (
    <>
      {error && <ErrorNotice error={error} />}
      {isPending ? (
        <progress aria-label="Erasing" value={done} />
      ) : (
        <button type="button" onClick={() => setAsking(true)}>
          Undo this import…
        </button>
      )}
      {isAsking && (
        <ConfirmDialog
          label="Undo this import"
          action="Erase for good"
          isPending={isPending}
          onConfirm={() => {
            setAsking(false);
            mutate(receipts);
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            {countOf(receipts.length, 'breadcrumb')} that this import has stored will be erased for good. Answers that
            agents have given about them stay, and may quote them.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** What an import has stored, the way to it, and the way back. */
export function ImportDone({ stored }: { readonly stored: StoredImport }): ReactNode {
  const { report, receipts, session } = stored;
  return (
    <section role="status" aria-label="Imported">
      <h2>Imported</h2>
      <ImportFindings report={report} />
      <div className="row">
        {session !== undefined && <a href={hrefTo('chat', [session])}>Open the first conversation</a>}
        {receipts.length > 0 && <Undo receipts={receipts} />}
      </div>
    </section>
  );
}
