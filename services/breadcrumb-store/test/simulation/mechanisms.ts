/** What keeps the promises. The simulation can do without each of them, to show that it would notice. */
export interface Mechanisms {
  /** An append is refused to a store whose lease another one has taken since. */
  readonly fence: boolean;
  /** A lease that is not renewed ends. */
  readonly leaseEnds: boolean;
  /** The writer and the relay notice that the database is another server than before. */
  readonly failoverNoticed: boolean;
  /** The event at the end of the stream is compared with the log's. */
  readonly eventsCompared: boolean;
  /** The stream is inspected again and again, and not only at the start. */
  readonly inspections: boolean;
  /** A consumer starts at the first event that it needs, also where the stream is ahead of the cursor. */
  readonly consumersPlaced: boolean;
}

export const ALL_MECHANISMS: Mechanisms = {
  fence: true,
  leaseEnds: true,
  failoverNoticed: true,
  eventsCompared: true,
  inspections: true,
  consumersPlaced: true,
};
