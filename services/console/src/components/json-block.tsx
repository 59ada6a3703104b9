import type { ReactNode } from 'react';

/** Data as it is, as text. */
export function JsonBlock({ value }: { readonly value: unknown }): ReactNode {
  return <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>;
}
