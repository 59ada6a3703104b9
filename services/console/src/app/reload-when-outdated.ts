/** A page younger than this that lacks a file is broken, not outdated; reloading it would never end. */
const MIN_AGE_MS = 5_000;

/** Reloads the page when the files of a view are missing because a newer console was deployed. The address keeps the place. */
export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', () => {
    if (performance.now() > MIN_AGE_MS) location.reload();
  });
}
