import { readEnv, stationEnv, stationSettings, type StationSettings } from '@crumbtrail/platform';
import { z } from 'zod';

/** The name that NATS and the store know this station by. */
export const STATION = 'conductor';

const shape = stationEnv.extend({
  CONDUCTOR_SLOTS: z.coerce.number().int().min(1).max(64).default(1),
});

/** The station's settings. */
export interface ConductorConfig extends StationSettings {
  readonly ackWaitMs: number;
  /** Crumbs that are decided on at once in this process; with more than one, messages that come together may change places. */
  readonly slots: number;
}

/** The environment as settings; throws BadEnvironment with every bad variable named. */
export function toConfig(environment: Readonly<Record<string, string | undefined>> = process.env): ConductorConfig {
  const env = readEnv(shape, environment);
  return {
    ...stationSettings(env),
    ackWaitMs: env.ACK_WAIT_MS,
    slots: env.CONDUCTOR_SLOTS,
  };
}
