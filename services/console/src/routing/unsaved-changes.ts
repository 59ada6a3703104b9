import { useLayoutEffect } from 'react';

const editors = new Set<object>();

/** Whether an editor on the page has changes that are not saved. */
export const hasUnsavedChanges = (): boolean => editors.size > 0;

/** Asks whether to leave while there are unsaved changes; true if there are none, or they may be discarded. */
export function mayLeave(): boolean {
  return !hasUnsavedChanges() || window.confirm('You have unsaved changes. Leave and discard them?');
}

/** The browser asks by itself, in its own words. */
const preventUnload = (event: Event): void => event.preventDefault();

/** While `isChanged`, the reader is asked before another page is shown, and before the tab is closed or reloaded. */
export function useUnsavedChanges(isChanged: boolean): void {
  useLayoutEffect(() => {
    if (!isChanged) return undefined;
    const editor = {};
    editors.add(editor);
    window.addEventListener('beforeunload', preventUnload);
    return () => {
      editors.delete(editor);
      if (editors.size === 0) window.removeEventListener('beforeunload', preventUnload);
    };
  }, [isChanged]);
}
