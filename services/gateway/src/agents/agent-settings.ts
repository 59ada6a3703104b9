import type { NatsSettings } from '@crumbtrail/platform';
import { DEFAULT_REQUEST_LIMITS, type RequestLimits } from '../http/limit-requests';

/** Where published agents are found by others on NATS. */
export abstract class NatsAgentSettings {
  /** The server, and the login there. Absent: no agent is published. */
  readonly nats?: NatsSettings;
  readonly heartbeatMs!: number;
  /** What one key, or one user of NATS, may send. */
  readonly limits!: RequestLimits;
}

/** Settings with which no agent is published. */
export const NO_AGENTS: NatsAgentSettings = { heartbeatMs: 30_000, limits: DEFAULT_REQUEST_LIMITS };
