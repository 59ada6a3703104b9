import type { ReactNode } from 'react';

/** A region that scrolls horizontally when its content is wider than the page, also by keyboard. */
export function ScrollRegion({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="wide" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}
