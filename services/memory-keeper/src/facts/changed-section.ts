import type { Fact, MemorySection } from '@crumbtrail/memory';

/** A section and the facts that come into it. */
export interface ChangedSection extends MemorySection {
  readonly incoming: readonly Fact[];
}

/** The facts that a model may reword: what holds, and nobody has fixed. */
export const isOpen = ({ superseded_by, pinned, edited_by }: Fact): boolean =>
  superseded_by === undefined && pinned !== true && edited_by === undefined;
