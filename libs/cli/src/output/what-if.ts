import type { AccountItem } from '@crumbtrail/contracts';
import type { WhatIfReply } from '@crumbtrail/contracts/operations/recorded-contexts';
import { contextItemKey } from '@crumbtrail/formatting';
import { itemOrigin, itemRef, type ItemTexts } from './items';
import { type OutputBlock, table } from './table';

function changes({ budgets }: WhatIfReply, texts: ItemTexts): string[][] {
  const row = (budget: number, what: string) => (item: AccountItem) => [
    String(budget),
    what,
    itemOrigin(item),
    String(item.tokens),
    contextItemKey(item),
    texts.get(itemRef(item)) ?? '',
  ];
  return budgets.flatMap(({ max_tokens, enters, leaves, shortened = [], lengthened = [] }) => [
    ...enters.map(row(max_tokens, '+ added')),
    ...leaves.map(row(max_tokens, '- dropped')),
    ...shortened.map(row(max_tokens, '~ shortened')),
    ...lengthened.map(row(max_tokens, '~ lengthened')),
  ]);
}

/** The simulated results of other budgets for the recorded candidates. */
export function whatIfLines(reply: WhatIfReply, texts: ItemTexts): OutputBlock[] {
  const { recorded, budgets, beyond, erased } = reply;
  const rows = [
    [`${recorded.max_tokens} (recorded)`, String(recorded.tokens), String(recorded.kept), '', '', ''],
    ...budgets.map(({ max_tokens, tokens, kept, enters, leaves, shortened = [] }) => [
      String(max_tokens),
      String(tokens),
      String(kept),
      `+${enters.length}`,
      `-${leaves.length}`,
      String(shortened.length),
    ]),
  ];
  return [
    ...table(['budget', 'tokens', 'kept', 'added', 'dropped', 'shortened'], rows, ''),
    '',
    ...table(
      ['budget', 'change', 'from', 'tokens', 'breadcrumb', 'text'],
      changes(reply, texts),
      'None of these budgets changes what is kept.',
      'cut',
    ),
    ...(beyond > 0 ? ['', `${beyond} lower-ranked matches weren't recorded, so they can't be simulated`] : []),
    ...erased.map((item) => `${contextItemKey(item)} was erased and can't be simulated`),
  ];
}
