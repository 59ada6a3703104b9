import type { AccountItem } from '@crumbtrail/contracts';
import type { BuildSummary, ContextDiff } from '@crumbtrail/contracts/operations/recorded-contexts';
import { contextItemKey } from '@crumbtrail/formatting';
import { itemOrigin, itemRef, type ItemTexts } from './items';
import { formatChange } from './numbers';
import { type OutputBlock, table } from './table';

/** The headings of the two contexts. */
export interface DiffSides {
  readonly a: string;
  readonly b: string;
}

const sideCells = (name: string, { id, agent, position, config_hash, tokens }: BuildSummary): string[] => [
  name,
  id ?? '(not stored)',
  agent,
  String(position),
  config_hash.slice(0, 19),
  String(tokens),
];

type RowFormatter = (what: string, item: AccountItem, why: string) => string[];

function changeRows({ added, removed, moved, reworded }: ContextDiff, row: RowFormatter): string[][] {
  return [
    ...added.map(({ item, cause }) => row('+ added', item, cause)),
    ...removed.map(({ item, cause }) => row('- removed', item, cause)),
    ...reworded.map(({ b, cause }) => row('~ reworded', b, cause)),
    ...moved.map(({ item, from, to }) => row('> moved', item, `from position ${from} to ${to}`)),
  ];
}

/** The items that a diff mentions. */
export function changedItems({ added, removed, moved, reworded }: ContextDiff): AccountItem[] {
  const displaced = [...added, ...removed, ...moved];
  return [...displaced.map(({ item }) => item), ...reworded.map(({ b }) => b)];
}

function tokenRows({ tokens }: ContextDiff): string[][] {
  const sections = Object.entries(tokens.by_section).filter(([, { a, b }]) => a !== b);
  const lines = [...sections, ['total', tokens] as const];
  return lines.map(([name, { a, b }]) => [name, String(a), String(b), formatChange(b - a)]);
}

/** Two contexts compared: their builds, the changed items with reasons, and the tokens by section. */
export function diffLines(diff: ContextDiff, sides: DiffSides, texts: ItemTexts): OutputBlock[] {
  const row: RowFormatter = (what, item, why) => [
    what,
    itemOrigin(item),
    String(item.tokens),
    contextItemKey(item),
    texts.get(itemRef(item)) ?? '',
    why,
  ];
  const builds = [sideCells(sides.a, diff.a), sideCells(sides.b, diff.b)];
  return [
    ...table(['', 'context', 'agent', 'position', 'config', 'tokens'], builds, ''),
    ...(diff.causes.length > 0 ? ['', ...diff.causes.map((cause) => `changed: ${cause}`)] : []),
    '',
    ...table(
      ['change', { heading: 'from', optional: true }, 'tokens', 'breadcrumb', 'text', 'why'],
      changeRows(diff, row),
      'Both contexts hold the same items in the same order.',
    ),
    '',
    ...table(['section', sides.a, sides.b, 'change'], tokenRows(diff), ''),
  ];
}
