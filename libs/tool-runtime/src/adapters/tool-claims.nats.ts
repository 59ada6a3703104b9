import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import { TransientError } from '@crumbtrail/platform';
import { takeClaim, type HeldClaim } from '../claims/held-claim';
import { ToolClaims, type ToolHeard } from '../ports';
import { TOOLS_OPTIONS, type ToolsOptions } from '../tools-options';

/** How often it is asked for again, and how long. Parts of one tool's work may be answered together, and each wakes it. */
const STEP_MS = 50;
const STEPS = 40;
const RETRY_IN_MS = 250;

/** Claims of the store, one for each request. */
@Injectable()
export class ToolClaimsNats extends ToolClaims {
  constructor(
    private readonly store: CrumbStore,
    @Inject(TOOLS_OPTIONS) private readonly options: ToolsOptions,
  ) {
    super();
  }

  async take(heard: ToolHeard): Promise<HeldClaim> {
    for (let step = 1; ; step += 1) {
      try {
        return await this.tryOnce(heard);
      } catch (error) {
        if (!(error instanceof TransientError)) throw error;
        if (step >= STEPS) throw new TransientError(error.message, { cause: error, retryInMs: RETRY_IN_MS });
        await wait(STEP_MS);
      }
    }
  }

  private async tryOnce({ workspace, request, traceparent }: ToolHeard): Promise<HeldClaim> {
    const store = this.store.in(workspace, { traceparent });
    // Null is said of turns only.
    return (await takeClaim(store, `tool:${request.id}`, this.options.claimTtlMs)) as HeldClaim;
  }
}
