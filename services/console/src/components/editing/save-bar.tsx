import type { ReactNode } from 'react';
import { ErrorNotice } from '../error-notice';
import type { DraftState } from './use-payload-draft';

function Conflict({ saving }: { readonly saving: DraftState }): ReactNode {
  return (
    <div className="conflict" role="alert">
      <p>Someone else changed this after you started editing. Your changes were not saved.</p>
      <div className="row">
        <button type="button" onClick={saving.drop}>
          Load the latest version
        </button>
        <button type="button" onClick={() => saving.save(true)}>
          Overwrite with my changes
        </button>
      </div>
    </div>
  );
}

function saveStatus(props: { saving: DraftState; refused: boolean; places: number; changed: boolean }): string {
  const { saving, refused, places, changed } = props;
  if (saving.busy) return 'Saving…';
  if (refused)
    return places === 0
      ? 'Not saved: invalid JSON.'
      : `Not saved: fix ${places} invalid ${places === 1 ? 'field' : 'fields'}.`;
  if (saving.saved) return 'Saved.';
  return changed ? 'Unsaved changes.' : '';
}

/** Saves or drops an edit, and says what became of it. */
export function SaveBar(props: {
  readonly saving: DraftState;
  readonly isNew: boolean;
  readonly changed: boolean;
  readonly refused: boolean;
  readonly places: number;
  readonly mayWrite: boolean;
  readonly onDrop: () => void;
}): ReactNode {
  const { saving, isNew, changed, mayWrite, onDrop } = props;
  if (!mayWrite) return <p className="soft">Only operators can change this.</p>;
  const drop = (): void => {
    onDrop();
    saving.drop();
  };
  return (
    <>
      {saving.conflict ? <Conflict saving={saving} /> : saving.error !== null && <ErrorNotice error={saving.error} />}
      <div className="row save-bar">
        <button type="submit" className="primary" disabled={saving.busy || (!isNew && !changed)}>
          {isNew ? 'Create' : 'Save'}
        </button>
        <button type="button" disabled={saving.busy || !changed} onClick={drop}>
          Discard changes
        </button>
        <span role="status">{saveStatus(props)}</span>
      </div>
    </>
  );
}
