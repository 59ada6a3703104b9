import type { CounterfactualOutcome, CounterfactualReply } from '@crumbtrail/contracts/operations/evals';
import { contextItemKey } from '@crumbtrail/formatting';
import { itemRef, type ItemTexts } from './items';
import { toOneLine, truncateText } from '../terminal';
import { type OutputBlock, table } from './table';

/** How many characters of a lost text are printed. */
const TEXT_WIDTH = 80;

/** How many answers have each outcome. */
export function summarizeCounterfactuals(
  replies: readonly CounterfactualReply[],
): Readonly<Record<'tried' | CounterfactualOutcome, number>> {
  const count = (outcome: CounterfactualOutcome): number => replies.filter((one) => one.outcome === outcome).length;
  return {
    tried: replies.length,
    loses: count('loses'),
    keeps: count('keeps'),
    ungrounded: count('ungrounded'),
    unknown: count('unknown'),
  };
}

function lostRows({ response, session = '', grounded, recorded, tokens, lost }: CounterfactualReply, texts: ItemTexts) {
  const size = `${recorded.tokens} → ${tokens ?? '?'}`;
  return lost.map((one, at): string[] => [
    at === 0 ? response : '',
    at === 0 ? session : '',
    at === 0 ? `${lost.length} of ${grounded}` : '',
    at === 0 ? size : '',
    contextItemKey(one),
    one.stage.replaceAll('_', ' '),
    truncateText(toOneLine(texts.get(itemRef(one)) ?? ''), TEXT_WIDTH),
  ]);
}

/** The answers that lose what they were grounded on, then how many keep it. */
export function counterfactualLines(
  replies: readonly CounterfactualReply[],
  since: string,
  texts: ItemTexts,
): OutputBlock[] {
  if (replies.length === 0)
    return [`No answers since ${since} that were grounded on anything, as far as this key may know.`];
  const { tried, loses, keeps, ungrounded, unknown } = summarizeCounterfactuals(replies);
  const losing = replies.filter(({ outcome }) => outcome === 'loses');
  const [first] = replies.filter(({ outcome }) => outcome === 'unknown');
  return [
    ...table(
      [
        'answer',
        { heading: 'session', optional: true },
        'lost',
        { heading: 'tokens', optional: true },
        'breadcrumb',
        'stage',
        'text',
      ],
      losing.flatMap((one) => lostRows(one, texts)),
      'No answer loses what it was grounded on.',
      'cut',
    ),
    '',
    `${tried} answers since ${since}: ${loses} lose what they were grounded on, ${keeps} keep it, ${ungrounded} rest on no breadcrumb of their context, ${unknown} could not be tried.`,
    ...(first ? [`Not tried, for example ${first.context}: ${first.because ?? ''}`] : []),
  ];
}
