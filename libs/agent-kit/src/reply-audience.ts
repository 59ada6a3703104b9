import type { Audience, Participant } from '@crumbtrail/contracts';

/** Who may read an agent's answer: everybody who may read the message, and its author. */
export function replyAudience(trigger: { readonly audience: Audience; readonly author: Participant }): Audience {
  if (trigger.audience === 'all' || trigger.audience === 'agents') return trigger.audience;
  return [...new Set([...trigger.audience, trigger.author.id])].slice(0, 64);
}
