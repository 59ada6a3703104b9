import type { ReactNode } from 'react';
import { Badge } from '../../parts/badge';
import { type KnownTool, standingOf } from './known-tools';

const words = {
  available: ['good', 'available', 'Somebody runs it now.'],
  off: ['warn', 'switched off', 'An operator has switched it off: agents are told that it is disabled.'],
  away: [
    'bad',
    'away',
    'Its service or server is away; or it is switched off, which only operators see. Agents are told that it is unavailable.',
  ],
  unknown: ['plain', 'not known', 'The catalogue does not have it yet.'],
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
