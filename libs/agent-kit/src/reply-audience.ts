import type { Audience, Participant } from '@crumbtrail/contracts';

/** Who may read an agent's answer: whoever may read what it answers, the one who asked included. */
export function replyAudience(trigger: { readonly audience: Audience; readonly author: Participant }): Audience {
  if (trigger.audience === 'all' || trigger.audience === 'agents') return trigger.audience;
  return [...new Set([...trigger.audience, trigger.author.id])].slice(0, 64);
}
