import { utcDay, toEntry, isDated, type ChosenItem } from '../format/layout';
import { truncate } from '../text/truncate';
import type { Formatter } from '../format/formatter';
import { itemKey, type ScoredItem } from '../gather/item';
import type { SectionName, SectionPlan } from '../plan/plan';

/** What items are paid from, and in which currency. */
export interface AllocatorOptions {
  readonly cap: number;
  readonly sections: readonly SectionPlan[];
  /** The day that has no heading. */
  readonly today: string;
  readonly count: (text: string) => number;
  readonly formatter: Formatter;
}

/** An account has rows for so many, so no more may enter. */
export const MAX_ITEMS = 250;
/** A cut that leaves less than this, in tokens, leaves nothing worth reading. */
const SMALLEST_CUT = 24;

/** How much of its section an item may fill, and whether one that is too big may be cut. */
export interface AdmissionLimits {
  readonly limit: number;
  readonly mayTruncate: boolean;
}

type HeadingLines = readonly (readonly [key: string, line: string])[];

/**
 * Keeps the books while items are taken: what is used in all and by section, and which headings are paid for. What a thing costs
 * here is at least what it costs in the finished text.
 */
export class BudgetAllocator {
  readonly chosen: ChosenItem[] = [];
  private readonly used = new Map<SectionName, number>();
  private readonly paid = new Set<string>();
  private readonly costs = new Map<string, number>();
  private total: number;

  constructor(
    private readonly options: AllocatorOptions,
    base: number,
  ) {
    this.total = base;
  }

  /** Tokens of an item as it would stand whole, its headings left out. */
  costOf(scored: ScoredItem): number {
    return this.memoizeCost(itemKey(scored.item), () => this.entryCost(scored, scored.item.text));
  }

  /** Takes an item if it fits under the section's limit, cut if it is too big to fit in any company; else says why not. */
  admit(scored: ScoredItem, { limit, mayTruncate }: AdmissionLimits): string | null {
    if (this.chosen.length >= MAX_ITEMS) return `more than ${MAX_ITEMS} items`;
    const { cap } = this.options;
    const { text } = scored.item;
    const price = this.costOf(scored);
    const headings = this.headingCost(scored);
    const room = Math.min(cap - this.total, limit - (this.used.get(scored.section) ?? 0)) - headings;
    if (price <= room) return this.add(scored, { text, tokens: price }, headings);
    const most = Math.floor(Math.min(cap / 2, limit));
    const target = Math.min(room, most);
    const refusal = `${price} tokens, ${Math.max(0, room)} left`;
    if (!mayTruncate || price <= most || target < SMALLEST_CUT) return refusal;
    const shorter = truncate(text, target, (part) => this.entryCost(scored, part));
    if (shorter === null) return refusal;
    const tokens = this.entryCost(scored, shorter.text);
    return this.add(scored, { text: shorter.text, cut: shorter.kept, tokens }, headings);
  }

  /** The finished text was counted, in all and by section: what it needs less than was set aside is free again. */
  recount(total: number, sections: Iterable<readonly [SectionName, number]>): void {
    this.total = total;
    for (const [name, tokens] of sections) this.used.set(name, tokens);
  }

  /** Lets the last taken go, until so many tokens are back. */
  release(tokens: number): void {
    for (let back = 0; back < tokens && this.chosen.length > 0;) back += this.chosen.pop()?.tokens ?? 0;
  }

  private add(scored: ScoredItem, how: Omit<ChosenItem, 'scored'>, headings: number): null {
    const spent = how.tokens + headings;
    this.total += spent;
    this.used.set(scored.section, (this.used.get(scored.section) ?? 0) + spent);
    for (const [key] of this.headingsFor(scored)) this.paid.add(key);
    this.chosen.push({ scored, ...how });
    return null;
  }

  private entryCost({ item, section }: ScoredItem, text: string): number {
    return this.options.count(this.options.formatter.entry(toEntry(item, text), section));
  }

  /** Tokens of headings that an item brings and nobody paid for yet. */
  private headingCost(scored: ScoredItem): number {
    return this.headingsFor(scored).reduce(
      (sum, [key, line]) =>
        this.paid.has(key) ? sum : sum + this.memoizeCost(`heading ${key}`, () => this.options.count(line)),
      0,
    );
  }

  private headingsFor({ item, section }: ScoredItem): HeadingLines {
    const { sections, formatter, today } = this.options;
    const plan = sections.find(({ name }) => name === section) as SectionPlan;
    const heading = [[section, formatter.section(plan)]] as const;
    const day = utcDay(item.occurred_at);
    if (!isDated(section) || day === today) return heading;
    return [...heading, [`${section} ${day}`, formatter.day(day)], [`${section} today`, formatter.day(null)]];
  }

  private memoizeCost(key: string, price: () => number): number {
    const known = this.costs.get(key);
    if (known !== undefined) return known;
    const tokens = price();
    this.costs.set(key, tokens);
    return tokens;
  }
}
