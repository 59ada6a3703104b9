import { describeShownPart, type AccountItem, type PreviewReply } from '@crumbtrail/contracts';
import { contextItemKey, describeDecision, formatNearWords } from '@crumbtrail/formatting';
import { CANDIDATE_COLUMNS, lateLines } from './explanation';
import { itemOrigin, itemRef, type ItemTexts } from './items';
import { indexLine, tokensLine } from './numbers';
import { formatScoreParts } from './score-parts';
import { type OutputBlock, table } from './table';

const cells = (item: AccountItem, texts: ItemTexts): string[] => [
  describeDecision(item.decision),
  itemOrigin(item),
  item.score.toFixed(3),
  formatScoreParts(item.scores, item.score),
  String(item.tokens),
  contextItemKey(item),
  texts.get(itemRef(item)) ?? '',
  [...(item.reason === undefined ? [] : [item.reason]), ...describeShownPart(item)].join('; '),
];

/** The candidates of a previewed context with score and reason. */
export function candidateLines(reply: PreviewReply, texts: ItemTexts): OutputBlock[] {
  const { beyond, hidden_from_readers: hidden = 0, readers } = reply;
  return [
    tokensLine(reply),
    ...(beyond > 0 ? [`${beyond} lower-ranked candidates not shown`] : []),
    ...(hidden > 0 ? [`${hidden} texts of the session hidden from readers of the answer`] : []),
    ...lateLines(reply),
    ...indexLine(reply.position, reply.index_position),
    ...formatNearWords(reply.query?.near),
    ...(readers ? [`the answer is only for ${readers.join(', ')}`] : []),
    '',
    ...table(
      CANDIDATE_COLUMNS,
      reply.items.map((item) => cells(item, texts)),
      'Nothing was considered for this context.',
    ),
  ];
}
