import type { Explanation, ExplainedItem } from '@crumbtrail/client';
import { contextItemKey, describeDecision, formatKeptOrder, formatRanks } from '@crumbtrail/formatting';
import { type AuthorName, writtenName } from './author-names';
import { contextSceneLines } from './context-scene';
import { groundingLines } from './grounding';
import type { ListingColumn } from './listing';
import { formatSignedPercent, indexLine, tokensLine } from './numbers';
import { formatScoreParts, scoreLegend } from './score-parts';
import { type OutputBlock, table } from './table';

/** The columns of candidates of a context. */
export const CANDIDATE_COLUMNS: readonly (string | ListingColumn)[] = [
  'decision',
  { heading: 'from', optional: true },
  'score',
  { heading: 'score parts', optional: true },
  'tokens',
  'breadcrumb',
  'text',
  'why',
];

function billedLine({ billed }: Explanation): string[] {
  if (!billed) return [];
  return [`prompt: ${billed.billed} tokens billed, ${billed.counted} estimated (${formatSignedPercent(billed.drift)})`];
}

/** The sources that a context was built without, and the earlier question that it was searched for again. */
export const lateLines = ({ late = [], recalled_for }: Pick<Explanation, 'late' | 'recalled_for'>): string[] => [
  ...late.map((one) => `built without ${one.source}: no answer within ${one.timeout_ms} ms`),
  ...(recalled_for ? [`with what came late for the question ${recalled_for.id}`] : []),
];

function headline(explanation: Explanation): string[] {
  const { agent, kept, dropped, beyond, hidden_from_readers: hidden = 0, readers } = explanation;
  return [
    `for ${agent}: ${tokensLine(explanation)}`,
    `${kept} kept, ${dropped} left out${beyond > 0 ? `, ${beyond} lower-ranked not shown` : ''}${hidden > 0 ? `, ${hidden} hidden from readers of the answer` : ''}`,
    ...(readers ? [`the answer is only for ${readers.join(', ')}, who may read all that was kept`] : []),
    ...lateLines(explanation),
    ...billedLine(explanation),
    ...(explanation.kept_order ? [formatKeptOrder(explanation.kept_order)] : []),
    ...indexLine(explanation.as_of, explanation.index_position),
  ];
}

/** Why an item was kept: the note of its decision, and its rank in each source. */
function keptReason({ rank, source, why, scores }: ExplainedItem): string {
  const note = /^kept \((.*)\)$/is.exec(why)?.[1] ?? '';
  const ranks = formatRanks(scores) || (rank === undefined ? '' : `${source ?? 'source'} ${rank}`);
  return [note, ranks].filter(Boolean).join('; ');
}

const cells = (item: ExplainedItem): string[] => {
  const { decision, section = '', source = '', score, scores, tokens, why, text } = item;
  return [
    describeDecision(decision),
    [section, source].filter(Boolean).join(' / '),
    score === undefined ? '' : score.toFixed(3),
    formatScoreParts(scores, score),
    tokens === undefined ? '' : String(tokens),
    contextItemKey(item),
    text ?? '(erased, or not visible to this key)',
    decision === 'kept' ? keptReason(item) : why,
  ];
};

/** Why each candidate of a context was kept or left out, kept ones first, and what the reply rests on, where that is known. */
export function explanationLines(explanation: Explanation, nameOf: AuthorName = writtenName): OutputBlock[] {
  const kept = explanation.items.filter(({ decision }) => decision === 'kept');
  const dropped = explanation.items.filter(({ decision }) => decision !== 'kept');
  const legend = scoreLegend(explanation.items);
  return [
    ...headline(explanation),
    '',
    ...table(CANDIDATE_COLUMNS, [...kept, ...dropped].map(cells), 'Nothing was considered for this context.'),
    ...(legend.length > 0 ? ['', ...legend] : []),
    ...(explanation.scene ? ['', ...contextSceneLines(explanation.scene)] : []),
    ...(explanation.grounding ? ['', ...groundingLines(explanation.grounding, nameOf)] : []),
  ];
}
