import type { SessionOverrideItem } from '@crumbtrail/contracts';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge';
import { OverrideFacts } from './override-facts';

/** What an override does, in a few words. */
const EFFECTS: Readonly<Record<SessionOverrideItem['verb'], string>> = {
  pause: 'paused',
  mute: 'agents muted',
  scenario: 'other scenario',
  inject: 'text added',
  budget: 'context limited',
};

/** The muted agents or the number of tokens: what people in the session are told besides the verb. Texts are for agents. */
function detailsOf(item: SessionOverrideItem): string {
  if (item.verb === 'mute') return ` (${item.agents.join(', ')})`;
  return item.verb === 'budget' ? ` (${item.max_tokens} tokens)` : '';
}

/** Tells everybody in a session that operators have adjusted it: what, who, until when and why. Nothing where nobody has. */
export function AdjustedMarker({ overrides }: { readonly overrides: readonly SessionOverrideItem[] }): ReactNode {
  if (overrides.length === 0) return null;
  return (
    <section className="adjusted" aria-label="Adjusted by operator" role="status">
      <Badge kind="warn">adjusted by operator</Badge>
      <ul>
        {overrides.map((item) => (
          <li key={item.id} dir="auto">
            <strong>{EFFECTS[item.verb]}</strong>
            {detailsOf(item)} <OverrideFacts item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}
