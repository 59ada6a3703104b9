import type { ReactNode } from 'react';
import { CopyButton } from './copy-button';

/** Copies the address of the page. */
export function CopyLink(): ReactNode {
  return <CopyButton label="Copy link" subject="Link to this" text={() => location.href} />;
}
