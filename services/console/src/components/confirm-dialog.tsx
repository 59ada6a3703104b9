import type { ReactNode } from 'react';

/** Asks before something is done that cannot be undone. Escape and *Cancel* change nothing. `label` names the dialog, `action` its first button. */
export function ConfirmDialog(props: {
  readonly label: string;
  readonly action: string;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const { label, action, isPending, onConfirm, onClose, children } = props;
  return (
    <dialog
      className="confirm-dialog"
      ref={(element) => {
        if (element && !element.open) element.showModal();
      }}
      aria-label={label}
      onClose={onClose}
    >
      {children}
      <form method="dialog" className="row">
        <button type="button" className="danger" disabled={isPending} onClick={onConfirm}>
          {action}
        </button>
        <button>Cancel</button>
      </form>
    </dialog>
  );
}
