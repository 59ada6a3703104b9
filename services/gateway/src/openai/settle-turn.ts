import { WakeSignal } from '@crumbtrail/platform';
import type { AwaitedTurn, TurnResult, TurnWaiter } from './turn-waiter';

/** How often a turn that waits for a person is looked at, in milliseconds. */
const LOOK_MS = 1_000;

/** How long a turn may wait for a person after a decision, without another approval that the caller may see, in milliseconds: decisions take effect after they are written. */
const DECIDED_MS = 10_000;

/** What a client knows of the approvals that its turn needs. */
export interface KnownApprovals {
  /** Of {@link idsOfApprovals}. */
  readonly ids: string;
  /** How long the turn may go on waiting for approvals that the caller does not see, in milliseconds. */
  readonly unseenMs: number;
}

/** A client that has sent a message. */
export const NOTHING_KNOWN: KnownApprovals = { ids: '', unseenMs: 0 };

/** A client that has decided. */
export const JUST_DECIDED: KnownApprovals = { ids: '', unseenMs: DECIDED_MS };

/** The approvals of a turn as one text, by which a change is noticed. */
export const idsOfApprovals = (approvals: readonly { readonly id: string }[]): string =>
  approvals.map(({ id }) => id).join(' ');

/** Waits until the turn has ended, needs its client, or needs a person for anything but the approvals that are known; null if the client has disconnected. */
export async function settleTurn(
  waiter: TurnWaiter,
  asked: AwaitedTurn,
  { ids, unseenMs }: KnownApprovals,
): Promise<TurnResult | null> {
  const since = Date.now();
  for (;;) {
    const result = await waiter.waitForResult(asked);
    if (!result || !('approvals' in result)) return result;
    const needed = idsOfApprovals(result.approvals);
    if (needed !== '' ? needed !== ids : Date.now() - since >= unseenMs) return result;
    await new WakeSignal().wait(LOOK_MS, asked.gone);
  }
}
