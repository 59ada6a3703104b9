import type { MemoryFact } from '@crumbtrail/contracts';
import type { MemoryEntry } from '@crumbtrail/contracts/operations/memory-reading';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge';
import { useTimeFormat } from '../../components/time';

/** What is special about a fact. Other facts of the same memory are named by their texts. */
export function FactMarks({ fact, memory }: { readonly fact: MemoryFact; readonly memory: MemoryEntry }): ReactNode {
  const formatTime = useTimeFormat();
  const nameOf = (id: string): string => {
    const other = memory.facts.find((one) => one.id === id);
    return other === undefined ? id : `“${other.text}”`;
  };
  const { pinned, superseded_by, until, contradicts = [], edited_by } = fact;
  return (
    <span className="fact-marks">
      {pinned && <Badge>pinned</Badge>}
      {superseded_by !== undefined && <Badge>superseded by {nameOf(superseded_by)}</Badge>}
      {until !== undefined && <Badge>until {formatTime(until)}</Badge>}
      {contradicts.length > 0 && <Badge kind="warn">contradicts {contradicts.map(nameOf).join(', ')}</Badge>}
      {edited_by !== undefined && <Badge>edited by {edited_by}</Badge>}
    </span>
  );
}
