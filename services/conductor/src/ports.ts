import type { CrumbEvent, RequestTurnsRequest } from '@crumbtrail/contracts';
import type { RetryInput } from './decide';
import type { DecisionInput } from './decision-input';

/** What the conductor reads: everything as of the event's position, so that a redelivery decides the same. */
export abstract class CrumbReader {
  /** Null when the event cannot lead to a decision, or its crumb was erased. */
  abstract read(event: CrumbEvent): Promise<DecisionInput | null>;
}

/** Reads which failed turn the replay of a dead letter, or a retry, is about, as of that. */
export abstract class FailedTurnReader {
  /** Null when it is about no turn that ended with an error; of a dead letter, its handler alone repeats its work then. */
  abstract read(event: CrumbEvent): Promise<RetryInput | null>;
}

/** Sends the conductor's decisions to the store. */
export abstract class TurnRequests {
  /** Requesting the same turn twice opens it once. */
  abstract send(event: CrumbEvent, decision: RequestTurnsRequest): Promise<void>;
}
