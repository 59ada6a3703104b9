import type { Audience, Participant } from './record';

/** The reader of a crumb: a participant, or an operator, who may read everything in a workspace. */
export interface Viewer {
  readonly participant: Participant;
  readonly operator?: boolean;
}

/**
 * Whether the viewer may read a crumb of this audience and author; every endpoint uses this rule. `all` is everybody in the workspace;
 * `agents` its agents; a list names participants; authors may read their own crumbs; operators may read everything. Workspaces must be
 * checked before this.
 */
export function mayRead(crumb: { readonly audience: Audience; readonly author: Participant }, viewer: Viewer): boolean {
  if (viewer.operator) return true;
  const { kind, id } = viewer.participant;
  if (crumb.author.kind === kind && crumb.author.id === id) return true;
  if (crumb.audience === 'all') return true;
  if (crumb.audience === 'agents') return kind === 'agent';
  return crumb.audience.includes(id);
}

/** Who may read an agent's answer: everybody who may read the message, and its author. */
export function replyAudience(trigger: { readonly audience: Audience; readonly author: Participant }): Audience {
  if (trigger.audience === 'all' || trigger.audience === 'agents') return trigger.audience;
  return [...new Set([...trigger.audience, trigger.author.id])];
}

/** A text as far as it decides whose answers may tell it. */
export interface InformingText {
  readonly audience: Audience;
  readonly author: Participant;
  /** The readers whose answers it may inform, where that is not its audience. */
  readonly informs?: Audience | undefined;
}

/**
 * Whether a text may enter the context of an answer with these readers: only if each of them may read the text, or the text is
 * written to inform their answers.
 */
export function mayInform({ audience, author, informs = audience }: InformingText, readers: Audience): boolean {
  if (informs === 'all') return true;
  if (readers === 'all') return false;
  if (readers === 'agents') return informs === 'agents';
  const informed: readonly string[] = informs === 'agents' ? [] : informs;
  return readers.every((id) => id === author.id || informed.includes(id));
}
