import type { ReactNode } from 'react';

/** A loading indicator. */
export function Loading({ label = 'Loading' }: { readonly label?: string }): ReactNode {
  return (
    <p className="soft busy" role="status">
      {label}
    </p>
  );
}
