import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';

const PaletteDialog = lazy(() => import('./palette-dialog'));

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;

/** Drawn, because many machines have no font with such a character. */
function Magnifier(): ReactNode {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      width="14"
      height="14"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <circle cx="6.5" cy="6.5" r="4.5" />
      <path d="M10 10l5 5" />
    </svg>
  );
}

/** Opens, with Ctrl-K or ⌘K or its button, the list of everything that one can go to. */
export function Palette(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        className="plain"
        aria-label="Search"
        title="Search (Ctrl-K or ⌘K)"
        onClick={() => setOpen(true)}
      >
        <Magnifier />
        <span className="wide-only">
          {' '}
          Search <kbd>Ctrl-K</kbd>
        </span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <PaletteDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
