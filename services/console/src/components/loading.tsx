import type { ReactNode } from 'react';

/** Something is on its way. */
export function Loading({ what = 'Loading' }: { readonly what?: string }): ReactNode {
  return (
    <p className="soft busy" role="status">
      {what}
    </p>
  );
}
