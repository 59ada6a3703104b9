import type { User } from '@a2a-js/sdk/server' with { 'resolution-mode': 'import' };
import type { ReachableAgent } from '../agents/publications';
import type { LocatedIdentity } from '../cells/cell-directory';
import type { Caller } from '../http/caller';

/** What the handlers of one request know of it. */
export interface A2aCallFacts {
  readonly caller: Caller;
  readonly identity: LocatedIdentity;
  readonly to: ReachableAgent;
  /** Fires when the client has disconnected, or the gateway closes. */
  readonly gone: AbortSignal;
  /** The address of the gateway, such as `http://127.0.0.1:7070`. */
  readonly origin: string;
}

/** The user of a request, as A2A's SDK passes it to handlers: with the agent that the request is for. */
export class A2aCall implements User {
  constructor(readonly facts: A2aCallFacts) {}

  get isAuthenticated(): boolean {
    return true;
  }

  get userName(): string {
    const { kind, id } = this.facts.identity.participant;
    return `${kind}:${id}`;
  }
}
