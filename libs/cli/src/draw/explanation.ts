import type { Explanation, ExplainedItem } from '@crumbtrail/client';
import { table } from './table';

function headline({ agent, tokens, budget, kept, dropped, beyond }: Explanation): string[] {
  const sections = Object.entries(tokens.by_section).map(([name, count]) => `${name} ${count}`);
  return [
    `for ${agent}: ${tokens.total} of ${budget.cap} tokens (${sections.join(', ')})`,
    `${kept} kept, ${dropped} left out${beyond > 0 ? `, ${beyond} more not listed` : ''}`,
  ];
}

/** Why a kept item is in: where its source ranked it, or that its place does not depend on that. */
function standing({ rank, source, why }: ExplainedItem): string {
  if (why !== 'kept') return why;
  return rank === undefined ? '' : `no. ${rank} of ${source ?? 'its source'}`;
}

const cells = (item: ExplainedItem): string[] => {
  const { decision, section = '', source = '', score, tokens, why, text } = item;
  return [
    decision.replaceAll('_', ' '),
    [section, source].filter(Boolean).join(' / '),
    score === undefined ? '' : score.toFixed(3),
    tokens === undefined ? '' : String(tokens),
    text ?? '(erased, or not for this key)',
    decision === 'kept' ? standing(item) : why,
  ];
};

/** Why each candidate is in a context or not, kept ones first. */
export function explanationLines(explanation: Explanation): string[] {
  const kept = explanation.items.filter(({ decision }) => decision === 'kept');
  const dropped = explanation.items.filter(({ decision }) => decision !== 'kept');
  const headings = ['decision', 'from', 'score', 'tokens', 'says', 'why'];
  return [
    ...headline(explanation),
    '',
    ...table(headings, [...kept, ...dropped].map(cells), 'There was no candidate.'),
  ];
}
