import type { CrumbAuthor, Participant } from '@crumbtrail/contracts';
import type { LoreMessage } from '@crumbtrail/lore';
import type { BuildInput } from '../gather/build-input';
import type { FoundItem } from '../gather/item';
import type { BuildPlan } from '../plan/plan';

function roleOf({ kind }: Participant): LoreMessage['role'] {
  if (kind === 'agent') return 'agent';
  return kind === 'user' || kind === 'operator' ? 'user' : 'system';
}

/** The messages of the recent window, whole as far as they were found, newest first. */
function recentMessages(found: readonly FoundItem[], plan: BuildPlan): LoreMessage[] {
  const recent = new Set(plan.sources.filter(({ type }) => type === 'recent').map(({ name }) => name));
  const pieces = found
    .filter(({ source, item }) => recent.has(source.name) && item.speaker !== null)
    .map(({ item }) => item)
    .toSorted((a, b) => b.position - a.position || a.chunk - b.chunk);
  const messages = new Map<string, LoreMessage>();
  for (const { id, speaker, author, text } of pieces) {
    const before = messages.get(id)?.text;
    const whole = before === undefined ? text : `${before}\n${text}`;
    messages.set(id, { id, name: speaker ?? '', role: roleOf(author), text: whole });
  }
  return [...messages.values()];
}

/** What keys of lore are looked for in: the current message, then the recent window, newest first. */
export function scannedMessages(
  { trigger }: BuildInput,
  found: readonly FoundItem[],
  { plan, nameOf }: { readonly plan: BuildPlan; readonly nameOf: (author: CrumbAuthor) => string },
): LoreMessage[] {
  const { author, text, ref } = trigger;
  const current = { id: ref?.id ?? '', name: nameOf(author), role: roleOf(author), text };
  return [current, ...recentMessages(found, plan).filter(({ id }) => id !== current.id)];
}
