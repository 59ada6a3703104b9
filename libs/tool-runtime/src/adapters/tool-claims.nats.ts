import { toolClaimKey } from '@crumbtrail/contracts';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import { TransientError } from '@crumbtrail/platform';
import { takeClaim, type ActiveClaim } from '../claims/active-claim';
import { ToolClaims, type ReceivedToolRequest } from '../ports';
import { TOOLS_OPTIONS, type ToolsOptions } from '../tools-options';

/** Interval and number of retries. Parts of one tool's work may be answered together, and each answer starts a run. */
const STEP_MS = 50;
const STEPS = 40;
const RETRY_IN_MS = 250;

/** Claims in the store, one for each request. */
@Injectable()
export class ToolClaimsNats extends ToolClaims {
  constructor(
    private readonly store: CrumbStore,
    @Inject(TOOLS_OPTIONS) private readonly options: ToolsOptions,
  ) {
    super();
  }

  async take(received: ReceivedToolRequest): Promise<ActiveClaim> {
    for (let step = 1; ; step += 1) {
      try {
        return await this.tryOnce(received);
      } catch (error) {
        if (!(error instanceof TransientError)) throw error;
        if (step >= STEPS) throw new TransientError(error.message, { cause: error, retryInMs: RETRY_IN_MS });
        await wait(STEP_MS);
      }
    }
  }

  private async tryOnce({ workspace, request, traceparent }: ReceivedToolRequest): Promise<ActiveClaim> {
    const store = this.store.in(workspace, { traceparent });
    // Null is returned only for claims on turns.
    return (await takeClaim(store, toolClaimKey(request.id), this.options.claimTtlMs)) as ActiveClaim;
  }
}
