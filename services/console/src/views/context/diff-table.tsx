import type { AccountItem } from '@crumbtrail/contracts';
import type { ContextDiff } from '@crumbtrail/contracts/operations/recorded-contexts';
import { contextItemKey } from '@crumbtrail/formatting';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge';
import { ScrollRegion } from '../../components/scroll-region';
import { DiffCauses } from './diff-causes';
import { summarizeDiff } from './replay-outcome';
import { sectionHue } from './section-hue';

interface DiffRow {
  readonly what: 'added' | 'removed' | 'reworded' | 'moved';
  readonly item: AccountItem;
  readonly cause: string;
}

const kinds = { added: 'good', removed: 'bad', reworded: 'warn', moved: 'plain' } as const;
const marks = { added: '+', removed: '−', reworded: '~', moved: '>' } as const;

/** What the two sides of a comparison are called, such as `this context`. */
export interface SideNames {
  readonly a: string;
  readonly b: string;
}

/** The differences as rows. The cause of an addition is why the other side lacks the item, so it names that side. */
export function toDiffRows({ added, removed, moved, reworded }: ContextDiff, { a, b }: SideNames): DiffRow[] {
  return [
    ...added.map(({ item, cause }): DiffRow => ({ what: 'added', item, cause: `not in ${a}: ${cause}` })),
    ...removed.map(({ item, cause }): DiffRow => ({ what: 'removed', item, cause: `not in ${b}: ${cause}` })),
    ...reworded.map(({ b, cause }): DiffRow => ({ what: 'reworded', item: b, cause })),
    ...moved.map(({ item, from, to }): DiffRow => ({ what: 'moved', item, cause: `from position ${from} to ${to}` })),
  ];
}

function DiffRows({
  lines,
  texts,
}: {
  readonly lines: readonly DiffRow[];
  readonly texts: ReadonlyMap<string, string>;
}): ReactNode {
  return (
    <ScrollRegion label="Differences">
      <table className="diff-table">
        <thead>
          <tr>
            <th>Change</th>
            <th>Section</th>
            <th className="number">Tokens</th>
            <th>Text</th>
            <th>Cause</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ what, item, cause }) => (
            <tr key={`${what} ${contextItemKey(item)}`} data-what={what}>
              <td>
                <Badge kind={kinds[what]}>
                  {marks[what]} {what}
                </Badge>
              </td>
              <td className={sectionHue(item.section)}>{item.section}</td>
              <td className="number">{item.tokens.toLocaleString('en')}</td>
              <td className="says" dir="auto">
                {texts.get(contextItemKey(item)) ?? <code>{contextItemKey(item)}</code>}
              </td>
              <td className="why">{cause}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function SectionChanges({ tokens }: Pick<ContextDiff, 'tokens'>): ReactNode {
  const changed = Object.entries(tokens.by_section).filter(([, { a, b }]) => a !== b);
  return changed.length === 0 ? null : (
    <p className="row soft">
      {changed.map(([name, { a, b }]) => (
        <span key={name} className={sectionHue(name)}>
          {name} {a.toLocaleString('en')} → {b.toLocaleString('en')}
        </span>
      ))}
    </p>
  );
}

/** The differences between two contexts, their causes, and the change in tokens. */
export function DiffTable({
  diff,
  texts,
  names,
}: {
  readonly diff: ContextDiff;
  readonly texts: ReadonlyMap<string, string>;
  readonly names: SideNames;
}): ReactNode {
  const lines = toDiffRows(diff, names);
  return (
    <>
      <p role="status" data-testid="diff-sentence">
        {summarizeDiff(diff)}
      </p>
      <SectionChanges tokens={diff.tokens} />
      {diff.causes.length > 0 && <DiffCauses causes={diff.causes} />}
      {lines.length > 0 && <DiffRows lines={lines} texts={texts} />}
    </>
  );
}
