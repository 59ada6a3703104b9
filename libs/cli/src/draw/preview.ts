import type { AccountItem, PreviewReply } from '@crumbtrail/contracts';
import { nameOf, placeOf, refOf, type Says } from './items';
import { tokensLine } from './numbers';
import { shares } from './shares';
import { table } from './table';

const cells = (item: AccountItem, says: Says): string[] => [
  item.decision.replaceAll('_', ' '),
  placeOf(item),
  item.score.toFixed(3),
  shares(item.scores, item.score),
  String(item.tokens),
  nameOf(item),
  says.get(refOf(item)) ?? '',
  item.reason ?? '',
];

/** Every candidate of what an agent would see, with its score and its reason. */
export function candidateLines(reply: PreviewReply, says: Says): string[] {
  const { beyond } = reply;
  const headings = ['decision', 'from', 'score', 'score parts', 'tokens', 'breadcrumb', 'text', 'why'];
  return [
    tokensLine(reply),
    ...(beyond > 0 ? [`${beyond} lower-ranked candidates not shown`] : []),
    '',
    ...table(
      headings,
      reply.items.map((item) => cells(item, says)),
      'Nothing was considered for this context.',
    ),
  ];
}
