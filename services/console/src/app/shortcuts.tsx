import { type ReactNode, useEffect, useRef } from 'react';
import { hrefTo } from '../routing/route';
import { navigate } from '../routing/use-route';
import { views } from './views';

const fields = new Set(['INPUT', 'TEXTAREA', 'SELECT']);

/** Is the key typed into a field, or part of a browser shortcut? */
function isIgnoredKey(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  const isTyping = target !== null && (fields.has(target.tagName) || target.isContentEditable);
  return isTyping || event.ctrlKey || event.metaKey || event.altKey;
}

/** `g` and the letter of a view open it, `/` focuses the first field of the view, `?` shows the shortcuts. */
function useShortcuts(dialog: React.RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    let before = '';
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isIgnoredKey(event)) return;
      const view = before === 'g' ? views.find(({ letter }) => letter === event.key) : undefined;
      before = event.key;
      if (view) return navigate(hrefTo(view.name));
      if (event.key === '?') return dialog.current?.showModal();
      if (event.key !== '/') return;
      event.preventDefault();
      document.querySelector<HTMLElement>('main input:not([type=checkbox]), main textarea')?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [dialog]);
}

/** Handles the keyboard shortcuts, and shows the list of them. */
export function Shortcuts(): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useShortcuts(dialog);
  return (
    <>
      <button
        type="button"
        className="plain"
        aria-label="Keyboard shortcuts"
        onClick={() => dialog.current?.showModal()}
      >
        ?
      </button>
      <dialog ref={dialog} aria-label="Keyboard shortcuts">
        <table className="shortcuts">
          <tbody>
            {views.map(({ letter, title }) => (
              <tr key={letter}>
                <td>
                  <kbd>g</kbd> <kbd>{letter}</kbd>
                </td>
                <td>{title}</td>
              </tr>
            ))}
            <tr>
              <td>
                <kbd>/</kbd>
              </td>
              <td>Focus the first field of the page</td>
            </tr>
            <tr>
              <td>
                <kbd>?</kbd>
              </td>
              <td>Show keyboard shortcuts</td>
            </tr>
          </tbody>
        </table>
        <form method="dialog" className="row">
          <button className="push">Close</button>
        </form>
      </dialog>
    </>
  );
}
