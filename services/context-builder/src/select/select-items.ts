import type { Participant } from '@crumbtrail/contracts';
import type { DroppedItem, FoundItem, ScoredItem } from '../gather/item';
import type { RetrievedCandidates } from '../gather/retrieve-candidates';
import type { BuildPlan } from '../plan/plan';
import type { Fingerprint } from '../text/fingerprint';
import { deduplicate } from './deduplicate';
import { dropFiller, isAcknowledgement } from './drop-filler';
import { lastExchanges } from './last-exchanges';
import { limitRecent } from './limit-recent';
import { markEnded } from './mark-ended';
import { scoreItems } from './score';

/** What items are selected for. */
export interface SelectionInput {
  readonly found: readonly FoundItem[];
  readonly retrieved: Pick<RetrievedCandidates, 'query' | 'scopes'>;
  /** The current message. */
  readonly message: {
    readonly author: Participant;
    readonly fingerprint: Fingerprint;
    /** Names the message in the reason of duplicates. */
    readonly name: string;
  };
  readonly now: string;
  readonly plan: BuildPlan;
}

/** The items that may enter the context, and those that may not. */
export interface SelectedItems {
  /** Each text once, best first. */
  readonly items: readonly ScoredItem[];
  /** Keys of the last exchanges. */
  readonly exchanges: ReadonlySet<string>;
  readonly dropped: readonly DroppedItem[];
}

/** Ranks the candidates, and drops filler, duplicates, and old messages that only the recent window found. */
export function selectItems({ found, retrieved, message, now, plan }: SelectionInput): SelectedItems {
  const scored = scoreItems(markEnded(found, retrieved.scopes), retrieved.query, now, message.fingerprint);
  const exchanges = lastExchanges(scored.ranked, message.author, plan.recent_exchanges);
  const refersBack = (retrieved.query?.leans_on.length ?? 0) > 0;
  const dependsOnEarlier = refersBack || isAcknowledgement(message.fingerprint);
  const informative = dropFiller(scored.ranked, exchanges, { ...plan.dedup, dependsOnEarlier });
  const limited = limitRecent(informative.ranked, { ...plan, exchanges, dependsOnEarlier });
  const unique = deduplicate(limited.ranked, { trigger: message, exchanges }, plan.dedup);
  const dropped = [...scored.dropped, ...informative.dropped, ...limited.dropped, ...unique.dropped];
  return { items: unique.distinct, exchanges, dropped };
}
