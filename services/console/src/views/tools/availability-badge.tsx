import type { ReactNode } from 'react';
import { Badge } from '../../components/badge';
import { type ToolEntry, toolAvailability } from './tool-entries';

const badges = {
  available: ['good', 'available', 'A runner is connected.'],
  off: ['warn', 'disabled', 'An operator disabled it. Agents are told that it is disabled.'],
  away: [
    'bad',
    'unavailable',
    'Its runner or server is not connected, or it is disabled (only operators can tell which). Agents are told that it is unavailable.',
  ],
  unset: ['warn', 'not configured', 'It lacks a setting. Agents are not offered it.'],
  unknown: ['plain', 'unknown', 'Not in the catalog yet.'],
} as const;

/** Shows whether a tool can be called. */
export function AvailabilityBadge({ tool }: { readonly tool: ToolEntry }): ReactNode {
  const [kind, label, title] = badges[toolAvailability(tool)];
  return (
    <Badge kind={kind} title={tool.crumb.context.unavailable ?? title}>
      {label}
    </Badge>
  );
}
