import type { Fact, MemorySection } from '@crumbtrail/memory';

/** A section and the facts that come into it. */
export interface ChangedSection extends MemorySection {
  readonly incoming: readonly Fact[];
}

/** Whether a model may reword a fact: it holds, and no person pinned or worded it. */
export const isOpen = ({ superseded_by, pinned, edited_by }: Fact): boolean =>
  superseded_by === undefined && pinned !== true && edited_by === undefined;
