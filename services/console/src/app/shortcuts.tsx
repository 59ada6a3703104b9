import { type ReactNode, useEffect, useRef } from 'react';
import { hrefTo } from '../routing/route';
import { navigate } from '../routing/use-route';
import { views } from './views';

const fields = new Set(['INPUT', 'TEXTAREA', 'SELECT']);

/** Is the key typed into a field or a dialog, or part of a browser shortcut? */
function isIgnoredKey(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  const isTyping = target !== null && (fields.has(target.tagName) || target.isContentEditable);
  const isBehind = document.querySelector('dialog[open]') !== null;
  return isTyping || isBehind || event.ctrlKey || event.metaKey || event.altKey;
}

/** The field that a view marks as its main one with `data-main-field`, otherwise its first field. */
const mainField = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main [data-main-field]') ??
  document.querySelector<HTMLElement>('main input:not([type=checkbox]), main textarea');

/** `g` and the letter of a view open it, `/` focuses the main field of the view, `?` shows the shortcuts. */
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
      mainField()?.focus();
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
              <td>Focus the main field of the page: in Chat the message, elsewhere the first field</td>
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
