import type { AccountItem, WhatIfReply } from '@crumbtrail/contracts';
import { nameOf, placeOf, refOf, type Says } from './items';
import { table } from './table';

function changes({ budgets }: WhatIfReply, says: Says): string[][] {
  const row = (budget: number, what: string) => (item: AccountItem) => [
    ...[String(budget), what, placeOf(item), String(item.tokens), nameOf(item), says.get(refOf(item)) ?? ''],
  ];
  return budgets.flatMap(({ max_tokens, enters, leaves }) => [
    ...enters.map(row(max_tokens, '+ enters')),
    ...leaves.map(row(max_tokens, '- leaves')),
  ]);
}

/** What other budgets would have made of the recorded candidates. */
export function whatIfLines(reply: WhatIfReply, says: Says): string[] {
  const { recorded, budgets, beyond, erased } = reply;
  const rows = [
    [`${recorded.max_tokens} (recorded)`, String(recorded.tokens), String(recorded.kept), '', ''],
    ...budgets.map(({ max_tokens, tokens, kept, enters, leaves }) => [
      ...[max_tokens, tokens, kept].map(String),
      ...[`+${enters.length}`, `-${leaves.length}`],
    ]),
  ];
  return [
    ...table(['budget', 'tokens', 'kept', 'enters', 'leaves'], rows, ''),
    '',
    ...table(
      ['budget', 'what', 'from', 'tokens', 'breadcrumb', 'says'],
      changes(reply, says),
      'No budget changes what is kept.',
    ),
    ...(beyond > 0 ? ['', `${beyond} more candidates are not in the account, and could not enter`] : []),
    ...erased.map((item) => `${nameOf(item)} was erased, and could not enter`),
  ];
}
