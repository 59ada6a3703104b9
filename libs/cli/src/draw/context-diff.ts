import type { AccountItem, BuildSummary, ContextDiff } from '@crumbtrail/contracts';
import { nameOf, placeOf, refOf, type Says } from './items';
import { signed } from './numbers';
import { table } from './table';

/** What the two sides are called. */
export interface Sides {
  readonly a: string;
  readonly b: string;
}

const side = (name: string, { id, agent, position, config_hash, tokens }: BuildSummary): string[] => [
  ...[name, id ?? '(not stored)', agent, String(position), config_hash.slice(0, 19), String(tokens)],
];

type Row = (what: string, item: AccountItem, why: string) => string[];

function changeRows({ added, removed, moved, reworded }: ContextDiff, row: Row): string[][] {
  return [
    ...added.map(({ item, cause }) => row('+ added', item, cause)),
    ...removed.map(({ item, cause }) => row('- removed', item, cause)),
    ...reworded.map(({ b, cause }) => row('~ reworded', b, cause)),
    ...moved.map(({ item, from, to }) => row('> moved', item, `from position ${from} to ${to}`)),
  ];
}

/** The items of both sides that a difference speaks of. */
export const itemsOf = ({ added, removed, moved, reworded }: ContextDiff): AccountItem[] => [
  ...[...added, ...removed, ...moved].map(({ item }) => item),
  ...reworded.map(({ b }) => b),
];

function tokenRows({ tokens }: ContextDiff): string[][] {
  const sections = Object.entries(tokens.by_section).filter(([, { a, b }]) => a !== b);
  const lines = [...sections, ['total', tokens] as const];
  return lines.map(([name, { a, b }]) => [name, String(a), String(b), signed(b - a)]);
}

/** Two builds side by side: who they were for, what changed and why, and what it costs. */
export function diffLines(diff: ContextDiff, sides: Sides, says: Says): string[] {
  const row: Row = (what, item, why) => [
    ...[what, placeOf(item), String(item.tokens), nameOf(item), says.get(refOf(item)) ?? '', why],
  ];
  const builds = [side(sides.a, diff.a), side(sides.b, diff.b)];
  return [
    ...table(['', 'context', 'agent', 'position', 'config', 'tokens'], builds, ''),
    ...(diff.causes.length > 0 ? ['', ...diff.causes.map((cause) => `changed: ${cause}`)] : []),
    '',
    ...table(
      ['change', 'from', 'tokens', 'breadcrumb', 'text', 'why'],
      changeRows(diff, row),
      'Both contexts hold the same items in the same order.',
    ),
    '',
    ...table(['section', sides.a, sides.b, 'change'], tokenRows(diff), ''),
  ];
}
