import type { CrumbEvent } from '@crumbtrail/contracts';
import type { Logger } from '@crumbtrail/platform';
import type { RelayRecords } from './relay-records';
import type { StreamPort } from './stream-port';
import type { ReadFilter } from './stream-inspection';

/** Intervals and batch size of the relay; tests use shorter ones. */
export interface RelayOptions {
  /** Time between two inspections of the stream and its consumers. @default 1000 */
  readonly inspectEveryMs?: number;
  /** How many events are published concurrently. @default 256 */
  readonly window?: number;
  /** Shortest time between two saves of the cursor. After a crash, later events are published again with the same ids. @default 100 */
  readonly saveEveryMs?: number;
}

/** What the relay works with. */
export interface RelayDependencies {
  readonly stream: StreamPort;
  readonly records: RelayRecords;
  readonly readFilter: ReadFilter;
  readonly logger: Logger;
  /** Another relay took over or the database failed over, and this process must end. */
  readonly onSuperseded: (error: Error) => void;
  /** Throws while there is no room for events on the disk that the stream shares with the database. Default: there is. */
  readonly requireRoom?: () => void;
  /** Called with the events that the stream has newly stored. */
  readonly onPublished?: (events: readonly CrumbEvent[]) => void;
}

/** The defaults of {@link RelayOptions}. */
export const RELAY_DEFAULTS: Required<RelayOptions> = {
  inspectEveryMs: 1_000,
  window: 256,
  saveEveryMs: 100,
};
