import type { AccountItem, EvalCaseV1, LosingStage, LostCrumb, WhyNotReply } from '@crumbtrail/contracts';
import { findTargetRow } from '../why-not/lacking-build';
import { answerWhyNot, type WhyNotBasis } from '../why-not/why-not';

type MustHave = EvalCaseV1['must_have'][number];

const toPiece = ({ id, version, chunk }: MustHave): MustHave => ({
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
export function readLosingStage(one: MustHave, items: readonly AccountItem[]): LostCrumb {
  const row = findTargetRow(items, one);
  if (row === undefined || row.decision === 'kept')
    return { ...toPiece(one), stage: 'never_considered', because: 'No source gave it: ask `why-not` for the cause.' };
  const { decision: stage, reason } = row;
  const why = reason === undefined ? '' : ` (${reason})`;
  return { ...toPiece(one), stage, because: `Considered and left out: ${stage.replaceAll('_', ' ')}${why}.` };
}

/** What lost a crumb that a build lacks: the verdict of `why-not` on it. */
export async function findLosingStage(one: MustHave, basis: WhyNotBasis): Promise<LostCrumb> {
  const { id, version, chunk } = one;
  const piece = chunk === undefined ? '' : `#${chunk}`;
  const reply = await answerWhyNot(`${id}@${version}${piece}`, basis);
  return {
    ...toPiece(one),
    stage: stageOf(reply),
    because: reply.answer,
    ...(reply.change ? { change: reply.change } : {}),
  };
}
