import type { ReactNode } from 'react';
import './components.css';

/** A short label. The text carries the meaning; the colour only supports it. */
export function Badge(props: {
  readonly kind?: 'plain' | 'good' | 'warn' | 'bad' | undefined;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const { kind = 'plain', title, children } = props;
  return (
    <span className={`badge ${kind}`} title={title}>
      {children}
    </span>
  );
}
