import type { AccountItem, PreviewReply } from '@crumbtrail/contracts';
import { nameOf, placeOf } from './items';
import { tokensLine } from './numbers';
import { shares } from './shares';
import { table } from './table';

const cells = (item: AccountItem): string[] => [
  item.decision.replaceAll('_', ' '),
  placeOf(item),
  item.score.toFixed(3),
  shares(item.scores, item.score),
  String(item.tokens),
  nameOf(item),
  item.reason ?? '',
];

/** What an agent would see; or, asked why, every candidate with its score and its reason. */
export function previewLines(reply: PreviewReply, why: boolean): string[] {
  if (!why) return [reply.formatted_context];
  const { beyond } = reply;
  const headings = ['decision', 'from', 'score', 'made of', 'tokens', 'breadcrumb', 'why'];
  return [
    tokensLine(reply),
    ...(beyond > 0 ? [`${beyond} more candidates are not listed`] : []),
    '',
    ...table(headings, reply.items.map(cells), 'There was no candidate.'),
  ];
}
