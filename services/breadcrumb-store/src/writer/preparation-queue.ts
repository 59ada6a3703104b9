import { refuse, SchemaDef, type CommitRequest, type Write } from '@crumbtrail/contracts';
import type { CommitCommand } from '../commands/commands';
import type { Preparation } from '../commands/prepare-commit';
import { PROCESS_CLOCK, mapOneByOne, type RestClock } from '../event-loop/map-one-by-one';

/** Maximum of commits in the queue. */
export const MAX_WAITING_COMMITS = 256;
/** A commit that waits longer is refused, milliseconds: its client gives up soon after. */
export const MAX_WAIT_MS = 10_000;

const queueOverloaded = (): Error =>
  refuse(
    'overloaded',
    'Too many llm_hints are waiting to be tried; try again later, with fewer at once or simpler hints.',
    { details: { retry_after_ms: MAX_WAIT_MS } },
  );

function triesHints(write: Write): boolean {
  if (write.op === 'create') return Boolean(write.draft?.llm_hints) || write.draft?.schema_name === SchemaDef.name;
  return write.op === 'update' && Boolean(write.patch?.llm_hints);
}

/** Are hints tried before it is stored? Each may take half a second, and those of a schema are tried on many examples. */
export const rendersHints = ({ writes }: CommitRequest): boolean => writes.some(triesHints);

/**
 * Prepares commits with hints, one write at a time, with a pause as long as the last one took, so that other requests can
 * run. Both the number of waiting commits and their waiting time are limited.
 */
export class PreparationQueue {
  private last: Promise<unknown> = Promise.resolve();
  private held = 0;

  constructor(private readonly clock: RestClock = PROCESS_CLOCK) {}

  /** Prepares the commit after those before it. Rejects with what its preparation throws, or with `overloaded`. */
  prepare(commit: Preparation): Promise<CommitCommand> {
    if (this.held >= MAX_WAITING_COMMITS) return Promise.reject(queueOverloaded());
    this.held += 1;
    const until = this.clock.now() + MAX_WAIT_MS;
    const mine = this.last.then(() => this.prepareInTime(commit, until)).finally(() => (this.held -= 1));
    this.last = mine.catch(() => undefined);
    return mine;
  }

  private async prepareInTime({ steps, finish }: Preparation, until: number): Promise<CommitCommand> {
    const inTime = <Made>(step: () => Made): Made => {
      if (this.clock.now() > until) throw queueOverloaded();
      return step();
    };
    return finish(await mapOneByOne(steps, inTime, this.clock));
  }
}
