import { refuse, SchemaDef, type CommitRequest, type Write } from '@crumbtrail/contracts';
import type { CommitJob } from '../append/jobs';
import type { Preparation } from '../append/prepare';
import { PROCESS_CLOCK, mapOneByOne, type RestClock } from '../event-loop/map-one-by-one';

/** Most commits in the lane. */
export const MOST_IN_LANE = 256;
/** A commit that is not through by then is refused: who asked gives up soon after. */
export const MOST_MS_IN_LANE = 10_000;

const tooSlow = (): Error =>
  refuse(
    'overloaded',
    'Trying llm_hints, those of others first, takes too long now; try again later, with fewer at once or quicker hints.',
    { details: { retry_after_ms: MOST_MS_IN_LANE } },
  );

function triesHints(write: Write): boolean {
  if (write.op === 'create') return Boolean(write.draft?.llm_hints) || write.draft?.schema_name === SchemaDef.name;
  return write.op === 'update' && Boolean(write.patch?.llm_hints);
}

/** Are hints tried before it is kept? Each may work for half a second, and a schema's on many examples. */
export const mayTakeLong = ({ writes }: CommitRequest): boolean => writes.some(triesHints);

/**
 * Where commits with hints are prepared: one write at a time, with a rest as long as the last one took, in which all other
 * requests go on. It holds so many, for so long.
 */
export class SlowLane {
  private last: Promise<unknown> = Promise.resolve();
  private held = 0;

  constructor(private readonly clock: RestClock = PROCESS_CLOCK) {}

  /** The commit, prepared when those before it are. Rejects with what its preparation throws, or with `overloaded`. */
  pass(commit: Preparation): Promise<CommitJob> {
    if (this.held >= MOST_IN_LANE) return Promise.reject(tooSlow());
    this.held += 1;
    const until = this.clock.now() + MOST_MS_IN_LANE;
    const mine = this.last.then(() => this.prepare(commit, until)).finally(() => (this.held -= 1));
    this.last = mine.catch(() => undefined);
    return mine;
  }

  private async prepare({ steps, finish }: Preparation, until: number): Promise<CommitJob> {
    const inTime = <Made>(step: () => Made): Made => {
      if (this.clock.now() > until) throw tooSlow();
      return step();
    };
    return finish(await mapOneByOne(steps, inTime, this.clock));
  }
}
