import { mayInform, mayRead, type Audience, type Candidate, type SourcePlan, type Viewer } from '@crumbtrail/contracts';
import { ForbiddenItem } from '../errors';
import type { RetrievedCandidates } from './retrieve-candidates';

/**
 * Who a context is built for, and where: every viewer must be allowed to read everything in it, and its texts may inform only answers
 * of these readers.
 */
export interface AccessScope {
  readonly workspace: string;
  readonly session?: string;
  readonly agent: string;
  readonly viewers: readonly Viewer[];
  /** Who must be allowed to read everything in it besides: the readers of the answer, or of a confidant the author of the message. */
  readonly readers: Audience;
  /** Of a confidant: who would read its answer if nothing entered that some of them may not read. */
  readonly widestReaders?: Audience;
}

/** Candidates that every viewer may read. */
export interface ReadableCandidates {
  readonly sources: RetrievedCandidates['sources'];
  /** Which messages have left the window of the agent. */
  readonly remembered?: RetrievedCandidates['remembered'];
  /** The past sessions of what was recalled. */
  readonly recalled?: RetrievedCandidates['recalled'];
  readonly checked: 'readable';
}

const inScope: Readonly<Record<SourcePlan['scope'], (candidate: Candidate, access: AccessScope) => boolean>> = {
  session: (candidate, access) => access.session !== undefined && candidate.session === access.session,
  agent: ({ author }, access) => author.kind === 'agent' && author.id === access.agent,
  workspace: () => true,
};

/** Why a candidate must not be shown to all of the viewers of this workspace; null if it may be. */
export function findAccessViolation(
  candidate: Candidate,
  { workspace, viewers }: Pick<AccessScope, 'workspace' | 'viewers'>,
): string | null {
  if (candidate.workspace !== workspace) return `it belongs to another workspace than ${workspace}`;
  const excluded = viewers.find((viewer) => !mayRead(candidate, viewer));
  return excluded ? `${excluded.participant.kind} ${excluded.participant.id} is not in its audience` : null;
}

function findViolation(candidate: Candidate, source: SourcePlan, access: AccessScope): string | null {
  if (!inScope[source.scope](candidate, access)) return `it is outside scope ${source.scope} of source ${source.name}`;
  if (!mayInform(candidate, access.readers)) return 'it is hidden from readers of the answer';
  return findAccessViolation(candidate, access);
}

/**
 * Checks scope and audience of all candidates a second time, after the store: one that is not allowed fails the whole build with
 * a `ForbiddenItem`.
 */
export function assertReadable(retrieved: RetrievedCandidates, access: AccessScope): ReadableCandidates {
  for (const { source, candidates } of retrieved.sources) {
    for (const candidate of candidates) {
      const rule = findViolation(candidate, source, access);
      if (rule) throw new ForbiddenItem(candidate, rule);
    }
  }
  const { sources, remembered, recalled } = retrieved;
  return { sources, ...(remembered ? { remembered } : {}), ...(recalled ? { recalled } : {}), checked: 'readable' };
}
