import type { Formatter } from '../format/formatter';
import type { ContextDays } from '../format/days';
import { isDated, toEntry, type ChosenItem } from '../format/layout';
import { itemKey, type ScoredItem } from '../gather/item';
import type { TokenCounter } from '../plan/counting';
import type { SectionName, SectionPlan } from '../plan/plan';
import { truncate } from '../text/truncate';

/** The budget that items are admitted to, and how their cost is computed. */
export interface AllocatorOptions {
  /** Most tokens of the formatted context. */
  readonly cap: number;
  readonly sections: readonly SectionPlan[];
  readonly calendar: ContextDays;
  readonly count: TokenCounter;
  readonly formatter: Formatter;
}

/** Most items that may enter: an account has rows for this many. */
export const MAX_ITEMS = 250;
/** Fewest tokens of a truncated item that is still worth reading. */
const MIN_TRUNCATED_TOKENS = 24;

/** How much of its section an item may fill, and whether one that is too big may be truncated. */
export interface AdmissionLimits {
  /** Most tokens of the section. */
  readonly limit: number;
  readonly mayTruncate: boolean;
}

interface Heading {
  readonly key: string;
  readonly line: string;
}

function memoize(costs: Map<string, number>, key: string, compute: () => number): number {
  const known = costs.get(key);
  if (known !== undefined) return known;
  const tokens = compute();
  costs.set(key, tokens);
  return tokens;
}

/**
 * Admits items to the budget, and tracks the tokens used in all and by section and the headings already counted. An item's cost
 * here is an upper bound of its cost in the formatted text.
 */
export class BudgetAllocator {
  readonly chosen: ChosenItem[] = [];
  private readonly used = new Map<SectionName, number>();
  private readonly countedHeadings = new Set<string>();
  /** Tokens of whole items by item key, without their headings. */
  readonly costs = new Map<string, number>();
  private readonly headingCosts = new Map<string, number>();
  private total: number;

  /** @param base tokens of the frame and the current message */
  constructor(
    private readonly options: AllocatorOptions,
    base: number,
  ) {
    this.total = base;
  }

  /** Tokens of a whole item, without its headings. */
  costOf(scored: ScoredItem): number {
    return memoize(this.costs, itemKey(scored.item), () => this.entryCost(scored, scored.item.text));
  }

  /** Admits an item that fits, truncated if it is too big for any budget of this size; returns why not, or null. */
  admit(scored: ScoredItem, { limit, mayTruncate }: AdmissionLimits): string | null {
    if (this.chosen.length >= MAX_ITEMS) return `more than ${MAX_ITEMS} items`;
    const { cap } = this.options;
    const { text } = scored.item;
    const cost = this.costOf(scored);
    const headings = this.headingCost(scored);
    const room = Math.min(cap - this.total, limit - (this.used.get(scored.section) ?? 0)) - headings;
    if (cost <= room) return this.add({ scored, text, tokens: cost }, headings);
    const most = Math.floor(Math.min(cap / 2, limit));
    const target = Math.min(room, most);
    const refusal = `${cost} tokens, ${Math.max(0, room)} left`;
    if (!mayTruncate || cost <= most || target < MIN_TRUNCATED_TOKENS) return refusal;
    const shorter = truncate(text, target, (part) => this.entryCost(scored, part));
    if (shorter === null) return refusal;
    const tokens = this.entryCost(scored, shorter.text);
    return this.add({ scored, text: shorter.text, cut: shorter.kept, tokens }, headings);
  }

  /** Replaces the estimates by the counts of the formatted text, in all and by section. */
  recount(total: number, sections: Iterable<readonly [SectionName, number]>): void {
    this.total = total;
    for (const [name, tokens] of sections) this.used.set(name, tokens);
  }

  /** Releases the items admitted last, until this many tokens are free again. */
  release(tokens: number): void {
    for (let released = 0; released < tokens && this.chosen.length > 0;) released += this.chosen.pop()?.tokens ?? 0;
  }

  private add(chosen: ChosenItem, headings: number): null {
    const { scored } = chosen;
    const spent = chosen.tokens + headings;
    this.total += spent;
    this.used.set(scored.section, (this.used.get(scored.section) ?? 0) + spent);
    for (const { key } of this.headingsFor(scored)) this.countedHeadings.add(key);
    this.chosen.push(chosen);
    return null;
  }

  private entryCost({ item, section }: ScoredItem, text: string): number {
    return this.options.count(this.options.formatter.entry(toEntry(item, text), section), item.counted);
  }

  /** Tokens of the headings that an item needs and that are not counted yet. */
  private headingCost(scored: ScoredItem): number {
    return this.headingsFor(scored).reduce(
      (sum, { key, line }) =>
        this.countedHeadings.has(key) ? sum : sum + memoize(this.headingCosts, key, () => this.options.count(line)),
      0,
    );
  }

  private headingsFor({ item, section }: ScoredItem): readonly Heading[] {
    const { sections, formatter, calendar } = this.options;
    const plan = sections.find(({ name }) => name === section) as SectionPlan;
    const heading = { key: section, line: formatter.section(plan) };
    const day = calendar.dayOf(item.occurred_at);
    if (!isDated(section) || day === calendar.today) return [heading];
    return [
      heading,
      { key: `${section} ${day}`, line: formatter.day(day) },
      { key: `${section} today`, line: formatter.day(null) },
    ];
  }
}
