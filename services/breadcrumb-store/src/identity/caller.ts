import type { Participant } from '@crumbtrail/contracts';

/** Who asks, as the store has established it; never as a body claims. */
export interface Caller {
  readonly workspace: string;
  /** The service that sent the request. */
  readonly principal: string;
  /** Whom it speaks for: the key's participant, or the service as a service. */
  readonly participant: Participant;
  readonly role: 'reader' | 'writer' | 'operator' | 'service';
}
