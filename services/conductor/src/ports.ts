import type { CrumbEvent, RequestTurnsRequest } from '@crumbtrail/contracts';
import type { RetryInput } from './decide';
import type { DecisionInput } from './decision-input';

/** What the conductor reads: everything as of the event's position, so that a redelivery decides the same. */
export abstract class CrumbReader {
  /** Null when the event cannot lead to a decision, or its crumb was erased. */
  abstract read(event: CrumbEvent): Promise<DecisionInput | null>;
}

/** Reads which turn the replay of a dead letter is about, as of the replay. */
export abstract class FailedTurnReader {
  /** Null when the dead letter ended no turn: then its handler alone repeats its work. */
  abstract read(event: CrumbEvent): Promise<RetryInput | null>;
}

/** Sends the conductor's decisions to the store. */
export abstract class TurnRequests {
  /** Requesting the same turn twice opens it once. */
  abstract send(event: CrumbEvent, decision: RequestTurnsRequest): Promise<void>;
}
