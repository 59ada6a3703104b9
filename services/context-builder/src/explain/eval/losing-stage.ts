import type { AccountItem } from '@crumbtrail/contracts';
import { DECISION_REASONS } from '@crumbtrail/contracts/operations/decision-reasons';
import type { WhyNotReply } from '@crumbtrail/contracts/operations/why-not';
import type { LosingStage, LostCrumb } from '@crumbtrail/contracts/operations/evals';
import type { RecordedPiece } from '../restore';
import { findTargetRow } from '../why-not/lacking-build';
import { answerWhyNot, type WhyNotBasis } from '../why-not/why-not';

/** A crumb, or one chunk of it, without anything else that is known of it. */
export const toLostPiece = ({ id, version, chunk }: RecordedPiece): RecordedPiece => ({
  id,
  version,
  ...(chunk === undefined ? {} : { chunk }),
});

function stageOf({ verdict, considered }: WhyNotReply): LosingStage {
  if (verdict === 'never_considered') return verdict;
  if (considered === undefined || considered.decision === 'kept') return 'not_found';
  return considered.decision;
}

/** What lost a crumb that a build lacks, by its account alone: without a search for the smallest change. */
export function readLosingStage(one: RecordedPiece, items: readonly AccountItem[]): LostCrumb {
  const row = findTargetRow(items, one);
  if (row === undefined || row.decision === 'kept')
    return {
      ...toLostPiece(one),
      stage: 'never_considered',
      because: 'No source gave it: ask `why-not` for the cause.',
    };
  const { decision: stage, reason } = row;
  const why = reason === undefined ? '' : ` (${reason})`;
  return { ...toLostPiece(one), stage, because: `Considered and left out: ${DECISION_REASONS[stage]}${why}.` };
}

/** What lost a crumb that a build lacks: the verdict of `why-not` on it. */
export async function findLosingStage(one: RecordedPiece, basis: WhyNotBasis): Promise<LostCrumb> {
  const { id, version, chunk } = one;
  const piece = chunk === undefined ? '' : `#${chunk}`;
  const reply = await answerWhyNot(`${id}@${version}${piece}`, basis);
  return {
    ...toLostPiece(one),
    stage: stageOf(reply),
    because: reply.answer,
    ...(reply.change ? { change: reply.change } : {}),
  };
}
