import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';

const PaletteDialog = lazy(() => import('./palette-dialog'));

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;

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
        Search <kbd>Ctrl-K</kbd>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <PaletteDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
