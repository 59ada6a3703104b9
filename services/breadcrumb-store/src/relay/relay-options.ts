import type { CrumbEvent } from '@crumbtrail/contracts';
import type { Logger } from '@crumbtrail/platform';
import type { RelayRecords } from './relay-records';
import type { StreamPort } from './stream-port';
import type { ReadFilter } from './stream-inspection';

/** How the relay works; each has a default that is good for all but tests. */
export interface RelayOptions {
  /** Between two looks at the stream and everybody's place in it. */
  readonly inspectEveryMs?: number;
  /** Events published at once, without waiting for each other. */
  readonly window?: number;
  /** The cursor is kept at most this often; what was published since is published again after a crash, under the same ids. */
  readonly saveEveryMs?: number;
}

/** What the relay needs. */
export interface RelayDependencies {
  readonly stream: StreamPort;
  readonly records: RelayRecords;
  readonly readFilter: ReadFilter;
  readonly logger: Logger;
  /** Another relay took over, and this process must end. */
  readonly onSuperseded: (error: Error) => void;
  /** The stream has these now, and had not before. */
  readonly onPublished?: (events: readonly CrumbEvent[]) => void;
}

/** What is good for all but tests. */
export const RELAY_DEFAULTS: Required<RelayOptions> = {
  inspectEveryMs: 1_000,
  window: 256,
  saveEveryMs: 100,
};
