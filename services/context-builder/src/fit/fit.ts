import { buildLayout, type ChosenItem, type LayoutEntry } from '../format/layout';
import { truncate, ELLIPSIS } from '../text/truncate';
import { joinParts, type ContextPart } from '../format/formatter';
import { itemKey, type DroppedItem, type ScoredItem } from '../gather/item';
import { BudgetAllocator, type AllocatorOptions, type AdmissionLimits } from './budget-allocator';
import type { SectionName, SectionPlan } from '../plan/plan';

/** What there is to fit, and into what. */
export interface FitInput extends AllocatorOptions {
  /** Best first. */
  readonly items: readonly ScoredItem[];
  /** Keys of the last exchanges: served right after the current message. */
  readonly exchanges: ReadonlySet<string>;
  readonly message: LayoutEntry;
}

/** What enters, and what does not. The formatted context of it costs no more than the cap. */
export interface FitResult {
  readonly chosen: readonly ChosenItem[];
  readonly message: LayoutEntry;
  /** Characters kept of a current message that alone is over the cap. */
  readonly messageCut?: number;
  readonly dropped: readonly DroppedItem[];
}

const newestFirst = (a: ScoredItem, b: ScoredItem): number => (a.recency ?? Infinity) - (b.recency ?? Infinity);

/** The recent window from its newest word back; any other section from its best item down. */
function sectionQueue(items: readonly ScoredItem[], name: SectionName): ScoredItem[] {
  const own = items.filter(({ section }) => section === name);
  return name === 'recent' ? own.sort(newestFirst) : own;
}

/** The message whole, else cut, else a mark alone; without its name if the name alone is too long. */
function fitMessage({ message, cap, count, formatter }: FitInput): {
  entry: LayoutEntry;
  kept?: number;
  tokens: number;
} {
  const cost = (entry: LayoutEntry): number => count(formatter.base(entry));
  const whole = cost(message);
  if (whole <= cap) return { entry: message, tokens: whole };
  const named = cost({ ...message, text: ELLIPSIS }) <= cap / 2 ? message : { ...message, speaker: null };
  const shorter = truncate(message.text, cap, (text) => cost({ ...named, text }));
  const entry = { ...named, text: shorter?.text ?? ELLIPSIS };
  return { entry, kept: shorter?.kept ?? 0, tokens: cost(entry) };
}

/** Offers items to the ledger, and remembers who was refused and why. */
class ItemAdmission {
  readonly refused = new Map<string, string>();
  private readonly done = new Set<string>();
  private readonly served: readonly SectionPlan[];
  private readonly queues: ReadonlyMap<SectionName, readonly ScoredItem[]>;

  constructor(
    private readonly ledger: BudgetAllocator,
    private readonly fitting: FitInput,
  ) {
    const { sections, items } = fitting;
    this.served = [...sections].sort((a, b) => b.priority - a.priority);
    this.queues = new Map(sections.map(({ name }) => [name, sectionQueue(items, name)]));
  }

  private admit(scored: ScoredItem, terms: AdmissionLimits): void {
    const key = itemKey(scored.item);
    if (this.done.has(key)) return;
    const why = this.ledger.admit(scored, terms);
    if (why !== null) this.refused.set(key, why);
    else {
      this.done.add(key);
      this.refused.delete(key);
    }
  }

  /** The beginning of all that was said last; what follows of it up to half the cap: a pasted page must not drive out everything else. */
  admitExchanges(): void {
    const { items, exchanges, cap } = this.fitting;
    const last = items.filter(({ item }) => exchanges.has(itemKey(item))).sort(newestFirst);
    for (const scored of last.filter(({ item }) => item.chunk === 0))
      this.admit(scored, { limit: cap, mayTruncate: true });
    for (const scored of last) this.admit(scored, { limit: Math.floor(cap / 2), mayTruncate: false });
  }

  /** What sections are guaranteed. */
  admitGuaranteed(): void {
    this.admitSections(({ min_tokens }) => ({ limit: min_tokens, mayTruncate: false }));
  }

  /** All sections up to what each may take. */
  admitAll(cuts: boolean): void {
    this.admitSections(({ max_tokens }) => ({ limit: max_tokens, mayTruncate: cuts }));
  }

  /** The least that anybody refused would cost. */
  cheapestRefused(): number {
    const { items } = this.fitting;
    const waiting = items.filter(({ item }) => this.refused.has(itemKey(item)));
    return waiting.reduce((least, scored) => Math.min(least, this.ledger.costOf(scored)), Infinity);
  }

  private admitSections(terms: (section: SectionPlan) => AdmissionLimits): void {
    for (const section of this.served) {
      const offered = terms(section);
      if (offered.limit > 0) for (const scored of this.queues.get(section.name) ?? []) this.admit(scored, offered);
    }
  }
}

function countSections(
  parts: readonly ContextPart[],
  count: (text: string) => number,
): ReadonlyMap<SectionName, number> {
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
function fillBudget(
  fitting: FitInput,
  base: number,
  message: LayoutEntry,
): { chosen: ChosenItem[]; refused: ReadonlyMap<string, string> } {
  const { cap, count, formatter } = fitting;
  const ledger = new BudgetAllocator(fitting, base);
  const service = new ItemAdmission(ledger, fitting);
  const parts = (): readonly ContextPart[] => formatter.parts(buildLayout(ledger.chosen, message, fitting));
  const whole = (): number => count(joinParts(parts()));
  service.admitExchanges();
  service.admitGuaranteed();
  service.admitAll(true);
  let total = whole();
  for (let round = 0; round < MOST_ROUNDS && service.cheapestRefused() <= cap - total; round += 1) {
    const before = ledger.chosen.length;
    ledger.recount(total, countSections(parts(), count));
    service.admitAll(false);
    if (ledger.chosen.length === before) break;
    total = whole();
  }
  for (; total > cap && ledger.chosen.length > 0; total = whole()) ledger.release(total - cap);
  return { chosen: ledger.chosen, refused: service.refused };
}

/**
 * Keeps the best items that fit, in rank order; skips what does not fit and says so; never splits without a mark. The current
 * message always enters, and what is written is never over the cap. Serves the last exchanges first, then what sections are
 * guaranteed, then all sections by priority.
 */
export function fit(fitting: FitInput): FitResult {
  const { entry, kept, tokens } = fitMessage(fitting);
  const { chosen, refused } = fillBudget(fitting, tokens, entry);
  const entered = new Set(chosen.map(({ scored }) => itemKey(scored.item)));
  return {
    chosen,
    message: entry,
    ...(kept === undefined ? {} : { messageCut: kept }),
    dropped: fitting.items
      .filter(({ item }) => !entered.has(itemKey(item)))
      .map((scored) => ({
        scored,
        decision: 'over_budget',
        reason: refused.get(itemKey(scored.item)) ?? 'the whole was over the cap',
      })),
  };
}
