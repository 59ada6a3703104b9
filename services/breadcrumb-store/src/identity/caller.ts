import type { Participant } from '@crumbtrail/contracts';

/** Who sends a request, as the store has established it; never as a body claims. */
export interface AuthenticatedCaller {
  readonly workspace: string;
  /** The service that sent the request. */
  readonly principal: string;
  /** For whom it speaks: the key's participant, or the service as a service. */
  readonly participant: Participant;
  /** The display name of the key's holder; absent: none. */
  readonly name?: string;
  /** Its key is that of a chat program. @default false */
  readonly client?: boolean;
  readonly role: 'reader' | 'writer' | 'operator' | 'service';
}
