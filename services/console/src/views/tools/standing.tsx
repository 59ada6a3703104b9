import type { ReactNode } from 'react';
import { Badge } from '../../parts/badge';
import { type KnownTool, standingOf } from './known-tools';

const words = {
  available: ['good', 'available', 'A runner is connected.'],
  off: ['warn', 'disabled', 'An operator disabled it. Agents are told that it is disabled.'],
  away: [
    'bad',
    'unavailable',
    'Its runner or server is not connected, or it is disabled (only operators can tell which). Agents are told that it is unavailable.',
  ],
  unknown: ['plain', 'unknown', 'Not in the catalog yet.'],
} as const;

/** Is it there to be called? */
export function Standing({ tool }: { readonly tool: KnownTool }): ReactNode {
  const [kind, word, title] = words[standingOf(tool)];
  return (
    <Badge kind={kind} title={title}>
      {word}
    </Badge>
  );
}
