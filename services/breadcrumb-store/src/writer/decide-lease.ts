/** The writer lease as the log head has it. */
export interface LeaseState {
  /** The name of the writer; null: nobody has the lease. */
  readonly writer: string | null;
  /** By the database's clock. */
  readonly has_ended: boolean;
}

/** May another store take the lease? From nobody, from a writer whose time is over, and from one that is known to be dead. */
export const isLeaseFree = ({ writer, has_ended }: LeaseState, isDead: (writer: string) => boolean): boolean =>
  writer === null || has_ended || isDead(writer);

/** May a writer with this fence append? Only the one that took the lease last; 0 is the fence of a store without a lease. */
export const mayAppend = ({ writer_fence }: { readonly writer_fence: number }, fence: number): boolean =>
  fence > 0 && writer_fence === fence;
