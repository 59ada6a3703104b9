import { setTimeout as wait } from 'node:timers/promises';
import type { WorkspaceStore } from '@crumbtrail/bus';
import { CrumbError, type Fence, type Write } from '@crumbtrail/contracts';

/** Pause between attempts while the store is away. */
const PAUSE_MS = 200;
/** How long a result is offered to a store that is away: as long as a turn is open by default. */
const OFFERED_FOR_MS = 120_000;

/**
 * Commits the result of work that may have cost money or had side effects. While the store is away, the commit is repeated for up to
 * two minutes, also after the claim may have expired: its fence is valid until another process takes the claim, and the store refuses an
 * older one. Resolves to null, or to the store's refusal; rejects when the store stays away.
 */
export async function commitUnderClaim(
  store: WorkspaceStore,
  writes: readonly Write[],
  { key, fence, traceparent }: Fence & { readonly traceparent?: string | undefined },
): Promise<CrumbError | null> {
  const until = performance.now() + OFFERED_FOR_MS;
  for (;;) {
    try {
      await store.commit({ writes, fence: { key, fence }, traceparent });
      return null;
    } catch (error) {
      if (!(error instanceof CrumbError)) throw error;
      if (!error.transient) return error;
      if (performance.now() > until) throw error;
      await wait(PAUSE_MS);
    }
  }
}
