import { turnClaimKey } from '@crumbtrail/contracts';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import { TransientError } from '@crumbtrail/platform';
import { takeClaim, type ActiveClaim } from '@crumbtrail/tool-runtime';
import { SERVICE_OPTIONS, type TurnsOptions } from '../options';
import { TurnClaims, type TurnWakeUp } from '../ports';

/** Whoever looked at the turn and found that tools are still at work lets go within moments. */
const PATIENCE_MS = [20, 40, 80, 160] as const;

/** Claims of the store, one for each turn. */
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

/** The next result of a turn does not wait until a holder that may have died would be given up. */
function soon(error: unknown): never {
  throw error instanceof TransientError ? new TransientError(error.message) : error;
}
