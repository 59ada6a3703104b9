import type { ReactNode } from 'react';

/** What may be wider than the page, a table: it scrolls by itself, and the keyboard can scroll it. */
export function ScrollRegion({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="wide" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}
