import { type ReactNode, useEffect, useRef } from 'react';
import { useRoute } from '../../../routing/use-route';
import { SessionList } from './session-list';

/** On a narrow page: a button that opens the list of sessions as a sheet, which Back closes too. */
export function SessionSheet({ current }: { readonly current: string }): ReactNode {
  const { query, open, close } = useRoute();
  const isOpen = query.get('sessions') === '1';
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = sheet.current;
    if (isOpen && element && !element.open) element.showModal();
  }, [isOpen]);
  return (
    <>
      <button type="button" className="open-sheet" aria-haspopup="dialog" onClick={() => open('sessions', 1)}>
        Sessions
      </button>
      {isOpen && (
        <dialog ref={sheet} className="session-sheet" aria-label="Sessions" onClose={() => close('sessions')}>
          <SessionList current={current} />
          <button type="button" onClick={() => close('sessions')}>
            Close
          </button>
        </dialog>
      )}
    </>
  );
}
