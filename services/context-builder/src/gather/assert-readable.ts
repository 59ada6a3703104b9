import { mayRead, type Candidate, type SourcePlan, type Viewer } from '@crumbtrail/contracts';
import { ForbiddenItem } from '../errors';
import type { Retrieved } from './retrieve';

/** Whose eyes a context is for: everything in it must be readable by every one of the viewers. */
export interface Eyes {
  readonly workspace: string;
  readonly session?: string;
  readonly agent: string;
  readonly viewers: readonly Viewer[];
}

/** Candidates that passed the second lock. */
export interface Authorised {
  readonly sources: Retrieved['sources'];
  readonly passed: 'second lock';
}

const inScope: Readonly<Record<SourcePlan['scope'], (candidate: Candidate, eyes: Eyes) => boolean>> = {
  session: (candidate, eyes) => eyes.session !== undefined && candidate.session === eyes.session,
  agent: ({ author }, eyes) => author.kind === 'agent' && author.id === eyes.agent,
  workspace: () => true,
};

function broken(candidate: Candidate, source: SourcePlan, eyes: Eyes): string | null {
  if (candidate.workspace !== eyes.workspace) return `it is of another workspace than ${eyes.workspace}`;
  if (!inScope[source.scope](candidate, eyes)) return `source ${source.name} looks in scope ${source.scope} only`;
  const blind = eyes.viewers.find((viewer) => !mayRead(candidate, viewer));
  return blind ? `${blind.participant.kind} ${blind.participant.id} is not in its audience` : null;
}

/** Lets everything through or nothing: one forbidden candidate fails the whole build with a `ForbiddenItem`. */
export function authorise(retrieved: Retrieved, eyes: Eyes): Authorised {
  for (const { source, candidates } of retrieved.sources) {
    for (const candidate of candidates) {
      const rule = broken(candidate, source, eyes);
      if (rule) throw new ForbiddenItem(candidate, rule);
    }
  }
  return { sources: retrieved.sources, passed: 'second lock' };
}
