import type { ReactNode } from 'react';

/** A value as formatted JSON. */
export function JsonBlock({ value }: { readonly value: unknown }): ReactNode {
  return <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>;
}
