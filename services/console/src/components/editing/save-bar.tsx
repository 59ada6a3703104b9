import type { ReactNode } from 'react';
import { ErrorNotice } from '../error-notice';
import type { DraftState } from './use-payload-draft';

function Conflict({ draft }: { readonly draft: DraftState }): ReactNode {
  return (
    <div className="conflict" role="alert">
      <p>Someone else changed this after you started editing. Your changes were not saved.</p>
      <div className="row">
        <button type="button" onClick={draft.discard}>
          Load the latest version
        </button>
        <button type="button" onClick={draft.overwrite}>
          Overwrite with my changes
        </button>
      </div>
    </div>
  );
}

function saveStatus(props: { draft: DraftState; refused: boolean; violations: number; isChanged: boolean }): string {
  const { draft, refused, violations, isChanged } = props;
  if (draft.busy) return 'Saving…';
  if (refused)
    return violations === 0
      ? 'Not saved: invalid JSON.'
      : `Not saved: fix ${violations} invalid ${violations === 1 ? 'field' : 'fields'}.`;
  if (draft.saved) return 'Saved.';
  return isChanged ? 'Unsaved changes.' : '';
}

/** Buttons to save or discard a draft, and the state of saving. */
export function SaveBar(props: {
  readonly draft: DraftState;
  readonly isNew: boolean;
  readonly isChanged: boolean;
  readonly refused: boolean;
  readonly violations: number;
  readonly mayWrite: boolean;
  /** Of the button that saves. */
  readonly label: string;
  /** Of a second button that saves in another way. Default: there is none. */
  readonly alternative?: string | undefined;
  readonly onAlternative: () => void;
  readonly onDiscard: () => void;
}): ReactNode {
  const { draft, isNew, isChanged, mayWrite, label, alternative, onDiscard } = props;
  if (!mayWrite) return <p className="soft">Only operators can change this.</p>;
  const discard = (): void => {
    onDiscard();
    draft.discard();
  };
  return (
    <>
      {draft.conflict ? <Conflict draft={draft} /> : draft.error !== null && <ErrorNotice error={draft.error} />}
      <div className="row save-bar">
        <button type="submit" className="primary" disabled={draft.busy || (!isNew && !isChanged)}>
          {label}
        </button>
        {alternative !== undefined && (
          <button type="button" disabled={draft.busy || !isChanged} onClick={props.onAlternative}>
            {alternative}
          </button>
        )}
        <button type="button" disabled={draft.busy || !isChanged} onClick={discard}>
          Discard changes
        </button>
        <span role="status">{saveStatus(props)}</span>
      </div>
    </>
  );
}
