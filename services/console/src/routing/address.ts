import { mayLeave } from './unsaved-changes';

/** The state of a history entry: its index, and the hash of the entry that it was opened over. */
interface EntryState {
  readonly index: number;
  readonly openedOver?: string;
}

const listeners = new Set<() => void>();
/** The entry that the page shows; it differs from `location` while the reader is asked whether to leave it. */
let shown: { hash: string; index: number } | undefined;

const entryState = (): EntryState | null => history.state as EntryState | null;

function showEntry(index: number): void {
  if (entryState()?.index !== index) history.replaceState({ ...entryState(), index }, '');
  shown = { hash: location.hash, index };
  for (const listener of listeners) listener();
}

/** Shows the new address, or goes back to the entry that is shown if the reader wants to keep unsaved changes. */
function onHashChange(): void {
  const now = currentEntry();
  if (location.hash === now.hash) return;
  // Only an entry that a link has just added has no state.
  const index = entryState()?.index ?? now.index + 1;
  if (mayLeave()) showEntry(index);
  else history.go(now.index - index);
}

function currentEntry(): { readonly hash: string; readonly index: number } {
  if (!shown) {
    showEntry(entryState()?.index ?? 0);
    window.addEventListener('hashchange', onHashChange);
  }
  return shown as { hash: string; index: number };
}

/** The hash of the address that the page shows. */
export const shownHash = (): string => currentEntry().hash;

/** Calls the listener whenever {@link shownHash} changes; returns a function that ends this. */
export function onShownHash(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Changes the address in place: Back leaves the view. */
export function replaceHash(hash: string): void {
  const { index } = currentEntry();
  history.replaceState(entryState(), '', hash);
  showEntry(index);
}

/** Adds a history entry, so that Back returns to what is shown now. */
export function pushHash(hash: string): void {
  const { hash: openedOver, index } = currentEntry();
  history.pushState({ index: index + 1, openedOver } satisfies EntryState, '', hash);
  showEntry(index + 1);
}

/** Goes back if that leads to this hash, otherwise changes the address in place; so closing leaves no entry that shows the same twice. */
export function returnToHash(hash: string): void {
  if (entryState()?.openedOver === hash) history.back();
  else replaceHash(hash);
}
