import { arrange, dayOf, entryOf, isDated, type Chosen, type Entry } from './arrange';
import { cut, CUT_MARK } from './cut';
import { written, type Formatter } from './formatter';
import { keyOf, type Dropped, type Scored } from './item';
import type { SectionName, SectionPlan } from './plan';

/** What there is to fit, and into what. */
export interface Fitting {
  readonly cap: number;
  readonly sections: readonly SectionPlan[];
  /** Best first. */
  readonly items: readonly Scored[];
  /** Keys of the last exchanges: served right after the current message. */
  readonly exchanges: ReadonlySet<string>;
  readonly message: Entry;
  /** The day that has no heading. */
  readonly today: string;
  readonly count: (text: string) => number;
  readonly formatter: Formatter;
}

/** What enters, and what does not. The formatted context of it costs no more than the cap. */
export interface Fitted {
  readonly chosen: readonly Chosen[];
  readonly message: Entry;
  /** Characters kept of a current message that alone is over the cap. */
  readonly messageCut?: number;
  readonly dropped: readonly Dropped[];
}

/** An account has rows for so many, so no more may enter. */
const MOST_ITEMS = 250;
/** A cut that leaves less than this, in tokens, leaves nothing worth reading. */
const SMALLEST_CUT = 24;

interface Cost {
  readonly text: number;
  /** Tokens of headings that it brings and nobody paid for yet. */
  readonly headings: number;
  readonly owed: readonly (readonly [string, string])[];
}

/** How much of its section an item may fill, and whether one that is too big may be cut. */
interface Terms {
  readonly limit: number;
  readonly cuts: boolean;
}

/** Keeps the books while items are taken: what is used in all and by section, and which headings are paid for. */
class Ledger {
  readonly chosen: Chosen[] = [];
  private readonly used = new Map<SectionName, number>();
  private readonly paid = new Set<string>();
  private total: number;

  constructor(
    private readonly fitting: Fitting,
    message: number,
  ) {
    this.total = message;
  }

  /** Tokens of an item as it would stand, with the headings that it would bring. */
  private cost(scored: Scored, text: string): Cost {
    const { count, today, formatter } = this.fitting;
    const plan = this.planOf(scored);
    const day = dayOf(scored.item.occurred_at);
    const dated = isDated(plan.name) && day !== today;
    const days = dated
      ? { [`${plan.name} ${day}`]: formatter.day(day), [`${plan.name} today`]: formatter.day(null) }
      : {};
    const owed = Object.entries({ [plan.name]: formatter.section(plan), ...days });
    const headings = owed.filter(([key]) => !this.paid.has(key)).reduce((sum, [, line]) => sum + count(line), 0);
    return { text: count(formatter.entry(entryOf(scored.item, text), plan.name)), headings, owed };
  }

  private planOf({ section }: Scored): SectionPlan {
    return this.fitting.sections.find(({ name }) => name === section) as SectionPlan;
  }

  /** Takes an item if it fits under the section's limit, cut if it is too big to fit in any company; else says why not. */
  take(scored: Scored, { limit, cuts }: Terms): string | null {
    if (this.chosen.length >= MOST_ITEMS) return `more than ${MOST_ITEMS} items`;
    const { cap } = this.fitting;
    const { section, item } = scored;
    const cost = this.cost(scored, item.text);
    const room = Math.min(cap - this.total, limit - (this.used.get(section) ?? 0)) - cost.headings;
    if (cost.text <= room) return this.enter(scored, { text: item.text, tokens: cost.text });
    const most = Math.floor(Math.min(cap / 2, limit));
    const target = Math.min(room, most);
    if (!cuts || cost.text <= most || target < SMALLEST_CUT) return `${cost.text} tokens, ${Math.max(0, room)} left`;
    const count = (text: string): number => this.cost(scored, text).text;
    const shorter = cut(item.text, target, count);
    if (shorter === null) return `${cost.text} tokens, ${room} left`;
    return this.enter(scored, { text: shorter.text, cut: shorter.kept, tokens: count(shorter.text) });
  }

  private enter(scored: Scored, how: Omit<Chosen, 'scored'>): null {
    const { headings, owed } = this.cost(scored, how.text);
    const spent = how.tokens + headings;
    this.total += spent;
    this.used.set(scored.section, (this.used.get(scored.section) ?? 0) + spent);
    for (const [key] of owed) this.paid.add(key);
    this.chosen.push({ scored, ...how });
    return null;
  }
}

const newestFirst = (a: Scored, b: Scored): number => (a.recency ?? Infinity) - (b.recency ?? Infinity);

/** The recent window from its newest word back; any other section from its best item down. */
function queue(items: readonly Scored[], name: SectionName): Scored[] {
  const own = items.filter(({ section }) => section === name);
  return name === 'recent' ? own.sort(newestFirst) : own;
}

/** The message whole, else cut, else a mark alone; without its name if the name alone is too long. */
function fitMessage({ message, cap, count, formatter }: Fitting): { entry: Entry; kept?: number; tokens: number } {
  const cost = (entry: Entry): number => count(formatter.base(entry));
  if (cost(message) <= cap) return { entry: message, tokens: cost(message) };
  const named = cost({ ...message, text: CUT_MARK }) <= cap / 2 ? message : { ...message, speaker: null };
  const shorter = cut(message.text, cap, (text) => cost({ ...named, text }));
  const entry = { ...named, text: shorter?.text ?? CUT_MARK };
  return { entry, kept: shorter?.kept ?? 0, tokens: cost(entry) };
}

/**
 * Serves, in this order: the beginning of all that was said in the last exchanges, what follows of it up to half the cap (a pasted
 * page must not drive out everything else), what sections are guaranteed, then all sections by priority.
 */
function serve(ledger: Ledger, { items, exchanges, sections, cap }: Fitting): Map<string, string> {
  const refused = new Map<string, string>();
  const done = new Set<string>();
  const offer = (scored: Scored, terms: Terms): void => {
    const key = keyOf(scored.item);
    if (done.has(key)) return;
    const why = ledger.take(scored, terms);
    if (why === null) done.add(key);
    if (why === null) refused.delete(key);
    else refused.set(key, why);
  };
  const last = items.filter(({ item }) => exchanges.has(keyOf(item))).sort(newestFirst);
  for (const scored of last.filter(({ item }) => item.chunk === 0)) offer(scored, { limit: cap, cuts: true });
  for (const scored of last) offer(scored, { limit: Math.floor(cap / 2), cuts: false });
  const served = [...sections].sort((a, b) => b.priority - a.priority);
  for (const { name, min_tokens } of served)
    for (const scored of queue(items, name)) offer(scored, { limit: min_tokens, cuts: false });
  for (const { name, max_tokens } of served)
    for (const scored of queue(items, name)) offer(scored, { limit: max_tokens, cuts: true });
  return refused;
}

/** Gives back the last taken, until the context as it will be written is within the cap; the count of the whole is what counts. */
function settle(fitting: Fitting, chosen: Chosen[], message: Entry): Chosen[] {
  const kept = [...chosen];
  const { count, formatter, cap } = fitting;
  const over = (): boolean => count(written(formatter.parts(arrange(kept, message, fitting)))) > cap;
  while (kept.length > 0 && over()) kept.pop();
  return kept;
}

/**
 * Keeps the best items that fit, in rank order; skips what does not fit and says so; never splits without a mark. The current
 * message always enters, and what is written is never over the cap.
 */
export function fit(fitting: Fitting): Fitted {
  const { entry, kept, tokens } = fitMessage(fitting);
  const ledger = new Ledger(fitting, tokens);
  const refused = serve(ledger, fitting);
  const chosen = settle(fitting, ledger.chosen, entry);
  const entered = new Set(chosen.map(({ scored }) => keyOf(scored.item)));
  return {
    chosen,
    message: entry,
    ...(kept === undefined ? {} : { messageCut: kept }),
    dropped: fitting.items
      .filter(({ item }) => !entered.has(keyOf(item)))
      .map((scored) => ({
        scored,
        decision: 'over_budget',
        reason: refused.get(keyOf(scored.item)) ?? 'the whole was over the cap',
      })),
  };
}
