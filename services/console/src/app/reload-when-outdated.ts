/** A page this young that lacks a file is broken, not old: loading it again would never end. */
const YOUNG_MS = 5_000;

/** A view whose files are gone belongs to a page that was replaced since: the new one is loaded. The address keeps the place. */
export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', () => {
    if (performance.now() > YOUNG_MS) location.reload();
  });
}
