import { arrange, type Chosen, type Entry } from '../format/layout';
import { cut, CUT_MARK } from '../text/truncate';
import { written, type Part } from '../format/formatter';
import { keyOf, type Dropped, type Scored } from '../gather/item';
import { Ledger, type Purse, type Terms } from './budget-allocator';
import type { SectionName, SectionPlan } from '../plan/plan';

/** What there is to fit, and into what. */
export interface Fitting extends Purse {
  /** Best first. */
  readonly items: readonly Scored[];
  /** Keys of the last exchanges: served right after the current message. */
  readonly exchanges: ReadonlySet<string>;
  readonly message: Entry;
}

/** What enters, and what does not. The formatted context of it costs no more than the cap. */
export interface Fitted {
  readonly chosen: readonly Chosen[];
  readonly message: Entry;
  /** Characters kept of a current message that alone is over the cap. */
  readonly messageCut?: number;
  readonly dropped: readonly Dropped[];
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
  const whole = cost(message);
  if (whole <= cap) return { entry: message, tokens: whole };
  const named = cost({ ...message, text: CUT_MARK }) <= cap / 2 ? message : { ...message, speaker: null };
  const shorter = cut(message.text, cap, (text) => cost({ ...named, text }));
  const entry = { ...named, text: shorter?.text ?? CUT_MARK };
  return { entry, kept: shorter?.kept ?? 0, tokens: cost(entry) };
}

/** Offers items to the ledger, and remembers who was refused and why. */
class Service {
  readonly refused = new Map<string, string>();
  private readonly done = new Set<string>();
  private readonly served: readonly SectionPlan[];
  private readonly queues: ReadonlyMap<SectionName, readonly Scored[]>;

  constructor(
    private readonly ledger: Ledger,
    private readonly fitting: Fitting,
  ) {
    const { sections, items } = fitting;
    this.served = [...sections].sort((a, b) => b.priority - a.priority);
    this.queues = new Map(sections.map(({ name }) => [name, queue(items, name)]));
  }

  private offer(scored: Scored, terms: Terms): void {
    const key = keyOf(scored.item);
    if (this.done.has(key)) return;
    const why = this.ledger.take(scored, terms);
    if (why !== null) this.refused.set(key, why);
    else {
      this.done.add(key);
      this.refused.delete(key);
    }
  }

  /** The beginning of all that was said last; what follows of it up to half the cap: a pasted page must not drive out everything else. */
  exchanges(): void {
    const { items, exchanges, cap } = this.fitting;
    const last = items.filter(({ item }) => exchanges.has(keyOf(item))).sort(newestFirst);
    for (const scored of last.filter(({ item }) => item.chunk === 0)) this.offer(scored, { limit: cap, cuts: true });
    for (const scored of last) this.offer(scored, { limit: Math.floor(cap / 2), cuts: false });
  }

  /** What sections are guaranteed. */
  guaranteed(): void {
    this.sections(({ min_tokens }) => ({ limit: min_tokens, cuts: false }));
  }

  /** All sections up to what each may take. */
  open(cuts: boolean): void {
    this.sections(({ max_tokens }) => ({ limit: max_tokens, cuts }));
  }

  /** The least that anybody refused would cost. */
  cheapest(): number {
    const { items } = this.fitting;
    const waiting = items.filter(({ item }) => this.refused.has(keyOf(item)));
    return waiting.reduce((least, scored) => Math.min(least, this.ledger.priceOf(scored)), Infinity);
  }

  private sections(terms: (section: SectionPlan) => Terms): void {
    for (const section of this.served) {
      const offered = terms(section);
      if (offered.limit > 0) for (const scored of this.queues.get(section.name) ?? []) this.offer(scored, offered);
    }
  }
}

function tokensOf(parts: readonly Part[], count: (text: string) => number): ReadonlyMap<SectionName, number> {
  const tokens = new Map<SectionName, number>();
  for (const { name, text } of parts)
    if (name !== 'frame' && name !== 'message') tokens.set(name, (tokens.get(name) ?? 0) + count(text));
  return tokens;
}

/** So often the finished text is counted to see what else fits. */
const MOST_ROUNDS = 4;

/**
 * Fills the cap by what things cost at most, counts the finished text, and fills again what it needs less; gives back the last
 * taken should it ever need more. The count of the whole is what counts.
 */
function fill(
  fitting: Fitting,
  base: number,
  message: Entry,
): { chosen: Chosen[]; refused: ReadonlyMap<string, string> } {
  const { cap, count, formatter } = fitting;
  const ledger = new Ledger(fitting, base);
  const service = new Service(ledger, fitting);
  const parts = (): readonly Part[] => formatter.parts(arrange(ledger.chosen, message, fitting));
  const whole = (): number => count(written(parts()));
  service.exchanges();
  service.guaranteed();
  service.open(true);
  let total = whole();
  for (let round = 0; round < MOST_ROUNDS && service.cheapest() <= cap - total; round += 1) {
    const before = ledger.chosen.length;
    ledger.settle(total, tokensOf(parts(), count));
    service.open(false);
    if (ledger.chosen.length === before) break;
    total = whole();
  }
  for (; total > cap && ledger.chosen.length > 0; total = whole()) ledger.giveBack(total - cap);
  return { chosen: ledger.chosen, refused: service.refused };
}

/**
 * Keeps the best items that fit, in rank order; skips what does not fit and says so; never splits without a mark. The current
 * message always enters, and what is written is never over the cap. Serves the last exchanges first, then what sections are
 * guaranteed, then all sections by priority.
 */
export function fit(fitting: Fitting): Fitted {
  const { entry, kept, tokens } = fitMessage(fitting);
  const { chosen, refused } = fill(fitting, tokens, entry);
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
