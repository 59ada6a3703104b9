import { refuse, SchemaDef, type CommitRequest, type Write } from '@crumbtrail/contracts';
import type { CommitCommand } from '../commands/commands';
import type { Preparation } from '../commands/prepare-commit';
import { PROCESS_CLOCK, mapOneByOne, type RestClock } from '../event-loop/map-one-by-one';

/** Most commits in the lane. */
export const MAX_WAITING_COMMITS = 256;
/** A commit that is not through by then is refused: who asked gives up soon after. */
export const MAX_WAIT_MS = 10_000;

const queueOverloaded = (): Error =>
  refuse(
    'overloaded',
    'Trying llm_hints, those of others first, takes too long now; try again later, with fewer at once or quicker hints.',
    { details: { retry_after_ms: MAX_WAIT_MS } },
  );

function triesHints(write: Write): boolean {
  if (write.op === 'create') return Boolean(write.draft?.llm_hints) || write.draft?.schema_name === SchemaDef.name;
  return write.op === 'update' && Boolean(write.patch?.llm_hints);
}

/** Are hints tried before it is kept? Each may work for half a second, and a schema's on many examples. */
export const rendersHints = ({ writes }: CommitRequest): boolean => writes.some(triesHints);

/**
 * Where commits with hints are prepared: one write at a time, with a rest as long as the last one took, in which all other
 * requests go on. It holds so many, for so long.
 */
export class PreparationQueue {
  private last: Promise<unknown> = Promise.resolve();
  private held = 0;

  constructor(private readonly clock: RestClock = PROCESS_CLOCK) {}

  /** The commit, prepared when those before it are. Rejects with what its preparation throws, or with `overloaded`. */
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
