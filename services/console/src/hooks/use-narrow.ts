import { useSyncExternalStore } from 'react';

const NARROW = '(width <= 720px)';

function onChange(listener: () => void): () => void {
  const media = window.matchMedia(NARROW);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Is the page as narrow as a phone (at most 720 px)? */
export function useNarrow(): boolean {
  return useSyncExternalStore(onChange, () => window.matchMedia(NARROW).matches);
}
