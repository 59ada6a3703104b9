import { turnClaimKey } from '@crumbtrail/contracts';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import { TransientError } from '@crumbtrail/platform';
import { takeClaim, type ActiveClaim } from '@crumbtrail/tool-runtime';
import { SERVICE_OPTIONS, type TurnsOptions } from '../options';
import { TurnClaims, type TurnWakeUp } from '../ports';

/** Pauses between retries: a process that only finds that tools are still running releases the turn quickly. */
const PATIENCE_MS = [20, 40, 80, 160] as const;

/** Claims in the store, one for each turn. */
@Injectable()
export class TurnClaimsNats extends TurnClaims {
  constructor(
    private readonly store: CrumbStore,
    @Inject(SERVICE_OPTIONS) private readonly options: TurnsOptions,
  ) {
    super();
  }

  async take(wakeUp: TurnWakeUp): Promise<ActiveClaim | null> {
    if (wakeUp.context) return this.once(wakeUp);
    for (const pause of PATIENCE_MS) {
      try {
        return await this.once(wakeUp);
      } catch (error) {
        if (!(error instanceof TransientError)) throw error;
        await wait(pause);
      }
    }
    return this.once(wakeUp).catch(soon);
  }

  private once({ workspace, turn, traceparent }: TurnWakeUp): Promise<ActiveClaim | null> {
    return takeClaim(this.store.in(workspace, { traceparent }), turnClaimKey(turn), this.options.claimTtlMs);
  }
}

/** Drops the long retry delay, so that a tool result does not wait until the claim of a crashed process expires. */
function soon(error: unknown): never {
  throw error instanceof TransientError ? new TransientError(error.message) : error;
}
