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
