import { dayOf, entryOf, isDated, type Chosen } from '../format/layout';
import { cut } from '../text/truncate';
import type { Formatter } from '../format/formatter';
import { keyOf, type Scored } from '../gather/item';
import type { SectionName, SectionPlan } from '../plan/plan';

/** What items are paid from, and in which currency. */
export interface Purse {
  readonly cap: number;
  readonly sections: readonly SectionPlan[];
  /** The day that has no heading. */
  readonly today: string;
  readonly count: (text: string) => number;
  readonly formatter: Formatter;
}

/** An account has rows for so many, so no more may enter. */
export const MOST_ITEMS = 250;
/** A cut that leaves less than this, in tokens, leaves nothing worth reading. */
const SMALLEST_CUT = 24;

/** How much of its section an item may fill, and whether one that is too big may be cut. */
export interface Terms {
  readonly limit: number;
  readonly cuts: boolean;
}

type Owed = readonly (readonly [key: string, line: string])[];

/**
 * Keeps the books while items are taken: what is used in all and by section, and which headings are paid for. What a thing costs
 * here is at least what it costs in the finished text.
 */
export class Ledger {
  readonly chosen: Chosen[] = [];
  private readonly used = new Map<SectionName, number>();
  private readonly paid = new Set<string>();
  private readonly prices = new Map<string, number>();
  private total: number;

  constructor(
    private readonly purse: Purse,
    base: number,
  ) {
    this.total = base;
  }

  /** Tokens of an item as it would stand whole, its headings left out. */
  priceOf(scored: Scored): number {
    return this.priced(keyOf(scored.item), () => this.entryPrice(scored, scored.item.text));
  }

  /** Takes an item if it fits under the section's limit, cut if it is too big to fit in any company; else says why not. */
  take(scored: Scored, { limit, cuts }: Terms): string | null {
    if (this.chosen.length >= MOST_ITEMS) return `more than ${MOST_ITEMS} items`;
    const { cap } = this.purse;
    const { text } = scored.item;
    const price = this.priceOf(scored);
    const headings = this.headingsOf(scored);
    const room = Math.min(cap - this.total, limit - (this.used.get(scored.section) ?? 0)) - headings;
    if (price <= room) return this.enter(scored, { text, tokens: price }, headings);
    const most = Math.floor(Math.min(cap / 2, limit));
    const target = Math.min(room, most);
    const refusal = `${price} tokens, ${Math.max(0, room)} left`;
    if (!cuts || price <= most || target < SMALLEST_CUT) return refusal;
    const shorter = cut(text, target, (part) => this.entryPrice(scored, part));
    if (shorter === null) return refusal;
    const tokens = this.entryPrice(scored, shorter.text);
    return this.enter(scored, { text: shorter.text, cut: shorter.kept, tokens }, headings);
  }

  /** The finished text was counted, in all and by section: what it needs less than was set aside is free again. */
  settle(total: number, sections: Iterable<readonly [SectionName, number]>): void {
    this.total = total;
    for (const [name, tokens] of sections) this.used.set(name, tokens);
  }

  /** Lets the last taken go, until so many tokens are back. */
  giveBack(tokens: number): void {
    for (let back = 0; back < tokens && this.chosen.length > 0;) back += this.chosen.pop()?.tokens ?? 0;
  }

  private enter(scored: Scored, how: Omit<Chosen, 'scored'>, headings: number): null {
    const spent = how.tokens + headings;
    this.total += spent;
    this.used.set(scored.section, (this.used.get(scored.section) ?? 0) + spent);
    for (const [key] of this.owed(scored)) this.paid.add(key);
    this.chosen.push({ scored, ...how });
    return null;
  }

  private entryPrice({ item, section }: Scored, text: string): number {
    return this.purse.count(this.purse.formatter.entry(entryOf(item, text), section));
  }

  /** Tokens of headings that an item brings and nobody paid for yet. */
  private headingsOf(scored: Scored): number {
    return this.owed(scored).reduce(
      (sum, [key, line]) =>
        this.paid.has(key) ? sum : sum + this.priced(`heading ${key}`, () => this.purse.count(line)),
      0,
    );
  }

  private owed({ item, section }: Scored): Owed {
    const { sections, formatter, today } = this.purse;
    const plan = sections.find(({ name }) => name === section) as SectionPlan;
    const heading = [[section, formatter.section(plan)]] as const;
    const day = dayOf(item.occurred_at);
    if (!isDated(section) || day === today) return heading;
    return [...heading, [`${section} ${day}`, formatter.day(day)], [`${section} today`, formatter.day(null)]];
  }

  private priced(key: string, price: () => number): number {
    const known = this.prices.get(key);
    if (known !== undefined) return known;
    const tokens = price();
    this.prices.set(key, tokens);
    return tokens;
  }
}
