import type { Audience, Participant } from './record';

/** Whose eyes: a participant, or an operator, who reads all of a workspace. */
export interface Viewer {
  readonly participant: Participant;
  readonly operator?: boolean;
}

/**
 * May the viewer read a crumb of this audience and author? The one rule, for every door: `all` is everybody in the
 * workspace; `agents` its agents; a list names participants; an author reads what is theirs; operators read everything.
 * Workspaces are checked before this.
 */
export function mayRead(crumb: { readonly audience: Audience; readonly author: Participant }, viewer: Viewer): boolean {
  if (viewer.operator) return true;
  const { kind, id } = viewer.participant;
  if (crumb.author.kind === kind && crumb.author.id === id) return true;
  if (crumb.audience === 'all') return true;
  if (crumb.audience === 'agents') return kind === 'agent';
  return crumb.audience.includes(id);
}
