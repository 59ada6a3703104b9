import { Inject, Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import { fingerprintAudience, memoryClaimKey, type Fence } from '@crumbtrail/contracts';
import { takeClaim } from '@crumbtrail/tool-runtime';
import { KEEPER_CONFIG, type KeeperConfig } from '../config';
import { MemoryClaims, type SessionGroup } from '../ports';

/** Claims in the store, one for each group of a session. */
@Injectable()
export class MemoryClaimsNats extends MemoryClaims {
  constructor(
    private readonly store: CrumbStore,
    @Inject(KEEPER_CONFIG) private readonly config: KeeperConfig,
  ) {
    super();
  }

  async hold<Result>(group: SessionGroup, work: (fence: Fence) => Promise<Result>): Promise<Result> {
    const { workspace, agent, session, readers } = group;
    const key = memoryClaimKey({ agent, session, readers: fingerprintAudience(readers) });
    const claim = await takeClaim(this.store.in(workspace), key, this.config.claimTtlMs);
    // Null is returned only for claims on turns.
    if (claim === null) throw new Error(`The store gave no claim on ${key}.`);
    try {
      return await work({ key: claim.key, fence: claim.fence });
    } finally {
      await claim.release({ free: true });
    }
  }
}
