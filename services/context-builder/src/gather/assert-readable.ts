import { mayRead, type Candidate, type SourcePlan, type Viewer } from '@crumbtrail/contracts';
import { ForbiddenItem } from '../errors';
import type { RetrievedCandidates } from './retrieve';

/** Whose eyes a context is for: everything in it must be readable by every one of the viewers. */
export interface AccessScope {
  readonly workspace: string;
  readonly session?: string;
  readonly agent: string;
  readonly viewers: readonly Viewer[];
}

/** Candidates that passed the second lock. */
export interface ReadableCandidates {
  readonly sources: RetrievedCandidates['sources'];
  readonly passed: 'second lock';
}

const inScope: Readonly<Record<SourcePlan['scope'], (candidate: Candidate, access: AccessScope) => boolean>> = {
  session: (candidate, access) => access.session !== undefined && candidate.session === access.session,
  agent: ({ author }, access) => author.kind === 'agent' && author.id === access.agent,
  workspace: () => true,
};

function findViolation(candidate: Candidate, source: SourcePlan, access: AccessScope): string | null {
  if (candidate.workspace !== access.workspace) return `it is of another workspace than ${access.workspace}`;
  if (!inScope[source.scope](candidate, access)) return `source ${source.name} looks in scope ${source.scope} only`;
  const blind = access.viewers.find((viewer) => !mayRead(candidate, viewer));
  return blind ? `${blind.participant.kind} ${blind.participant.id} is not in its audience` : null;
}

/** Lets everything through or nothing: one forbidden candidate fails the whole build with a `ForbiddenItem`. */
export function assertReadable(retrieved: RetrievedCandidates, access: AccessScope): ReadableCandidates {
  for (const { source, candidates } of retrieved.sources) {
    for (const candidate of candidates) {
      const rule = findViolation(candidate, source, access);
      if (rule) throw new ForbiddenItem(candidate, rule);
    }
  }
  return { sources: retrieved.sources, passed: 'second lock' };
}
