import type { AccountItem, ContextDiff } from '@crumbtrail/contracts';
import type { ReactNode } from 'react';
import { Badge } from '../../parts/badge';
import { Wide } from '../../parts/wide';
import { pieceOf } from './candidates';
import { diffSentence } from './outcome';
import { hueOfSection } from './section-hue';

interface Line {
  readonly what: 'added' | 'removed' | 'reworded' | 'moved';
  readonly item: AccountItem;
  readonly cause: string;
}

const kinds = { added: 'good', removed: 'bad', reworded: 'warn', moved: 'plain' } as const;
const marks = { added: '+', removed: '−', reworded: '~', moved: '>' } as const;

function linesOf({ added, removed, moved, reworded }: ContextDiff): Line[] {
  return [
    ...added.map(({ item, cause }): Line => ({ what: 'added', item, cause })),
    ...removed.map(({ item, cause }): Line => ({ what: 'removed', item, cause })),
    ...reworded.map(({ b, cause }): Line => ({ what: 'reworded', item: b, cause })),
    ...moved.map(({ item, from, to }): Line => ({ what: 'moved', item, cause: `from position ${from} to ${to}` })),
  ];
}

function Lines({
  lines,
  says,
}: {
  readonly lines: readonly Line[];
  readonly says: ReadonlyMap<string, string>;
}): ReactNode {
  return (
    <Wide label="Differences">
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
            <tr key={`${what} ${pieceOf(item)}`} data-what={what}>
              <td>
                <Badge kind={kinds[what]}>
                  {marks[what]} {what}
                </Badge>
              </td>
              <td className={hueOfSection(item.section)}>{item.section}</td>
              <td className="number">{item.tokens}</td>
              <td className="says">{says.get(pieceOf(item)) ?? <code>{pieceOf(item)}</code>}</td>
              <td className="why">{cause}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function Sections({ tokens }: Pick<ContextDiff, 'tokens'>): ReactNode {
  const changed = Object.entries(tokens.by_section).filter(([, { a, b }]) => a !== b);
  return changed.length === 0 ? null : (
    <p className="row soft">
      {changed.map(([name, { a, b }]) => (
        <span key={name} className={hueOfSection(name)}>
          {name} {a} → {b}
        </span>
      ))}
    </p>
  );
}

/** Two builds side by side: what differs between them, why, and what it costs. */
export function DiffTable({
  diff,
  says,
}: {
  readonly diff: ContextDiff;
  readonly says: ReadonlyMap<string, string>;
}): ReactNode {
  const lines = linesOf(diff);
  return (
    <>
      <p role="status" data-testid="diff-sentence">
        {diffSentence(diff)}
      </p>
      <Sections tokens={diff.tokens} />
      {diff.causes.length > 0 && (
        <ul className="causes">
          {diff.causes.map((cause) => (
            <li key={cause}>{cause}</li>
          ))}
        </ul>
      )}
      {lines.length > 0 && <Lines lines={lines} says={says} />}
    </>
  );
}
