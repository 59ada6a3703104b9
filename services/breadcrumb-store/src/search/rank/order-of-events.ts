import type { RankingParameters } from '@crumbtrail/contracts';
import { NEIGHBOURS } from './neighbours';
import type { RankableText } from './question';
import type { TextList } from './text-list';

/** "the order in which …", "in what order", "in order how …", "chronologically"; not "in order to", not "my order". */
const ORDER =
  /\b(?:the order (?:in which|that|of events)|in (?:(?:what|which|chronological|the same|the right) )?order(?! (?:to|for|that)\b)|chronolog(?:y|ical(?:ly)?)|sequence of events)\b/iu;

/** How many of the best texts are spread; a limit that is lower does not change which. */
export const MOST_SPREAD = 200;

/** Does a question ask in which order things were said or happened? */
export const asksForOrder = (text: string): boolean => ORDER.test(text);

/** A ranking. */
interface RankedIndexes {
  /** Indexes of the texts, best first; changed in place. */
  readonly found: number[];
  /** The score of each text; changed in place. */
  readonly totals: Float64Array;
}

/** Picks the best of what is left; what is near a picked text counts less from then on. Returns the places of the picked texts in `worth`. */
function pickSpread(worth: Float64Array, times: readonly number[], parameters: RankingParameters): number[] {
  const { order_spread, order_messages } = parameters;
  const nearness = new Float64Array(worth.length);
  const left = worth.map((_, nth) => nth);
  const picked: number[] = [];
  for (let count = worth.length; count > 0; count -= 1) {
    const valueOf = (nth: number): number => (worth[nth] as number) * (1 - order_spread * (nearness[nth] as number));
    let best = 0;
    for (let at = 1; at < count; at += 1) if (valueOf(left[at] as number) > valueOf(left[best] as number)) best = at;
    const nth = left[best] as number;
    picked.push(nth);
    left.copyWithin(best, best + 1, count);
    for (let at = 0; at < count - 1; at += 1) {
      const other = left[at] as number;
      const distance = Math.abs((times[other] as number) - (times[nth] as number));
      nearness[other] = Math.max(nearness[other] as number, Math.exp(-distance / order_messages));
    }
  }
  return picked;
}

/**
 * Reorders the best {@link MOST_SPREAD} texts for a question that asks for an order of events: its evidence is spread over the conversation, and is where
 * something was first brought up. So a text close to a better one ranks lower, and so does a late one. The texts exchange their scores, so that
 * floors admit as many as before. Returns what each text's score gains or loses.
 */
export function spreadOverTime(
  { found, totals }: RankedIndexes,
  list: TextList<RankableText>,
  parameters: RankingParameters,
): Float64Array {
  const { of, count } = list.continued(NEIGHBOURS).messages;
  const best = found.slice(0, MOST_SPREAD);
  const scores = best.map((at) => totals[at] as number);
  const times = best.map((at) => of[at] as number);
  const worth = Float64Array.from(scores, (score, nth) => {
    return score * (1 - parameters.order_early * ((times[nth] as number) / count));
  });
  const gains = new Float64Array(totals.length);
  pickSpread(worth, times, parameters).forEach((nth, rank) => {
    const at = best[nth] as number;
    const score = scores[rank] as number;
    gains[at] = score - (totals[at] as number);
    totals[at] = score;
    found[rank] = at;
  });
  return gains;
}
