import { joinParts, type ContextPart } from '../format/formatter';
import { buildLayout, type ChosenItem, type LayoutEntry } from '../format/layout';
import type { ShownOrder } from '../format/shown-order';
import type { AskedMessage } from '../gather/build-input';
import { itemKey, type DroppedItem, type ScoredItem } from '../gather/item';
import type { SectionName, SectionPlan } from '../plan/plan';
import type { PlacedText } from '../scene/placed-text';
import { ELLIPSIS, truncate } from '../text/truncate';
import { BudgetAllocator, type AdmissionLimits, type AllocatorOptions } from './budget-allocator';
import { byNewerText, findSupersedingTexts } from './superseding-texts';

/** What to fit, and into which budget. */
export interface FitInput extends AllocatorOptions {
  /** Best first. */
  readonly items: readonly ScoredItem[];
  /** Keys of the last exchanges, which are admitted right after the current message. */
  readonly exchanges: ReadonlySet<string>;
  readonly message: LayoutEntry;
  /** See {@link LayoutView}. */
  readonly asked?: AskedMessage | undefined;
  readonly order?: ShownOrder | undefined;
  readonly placed?: readonly PlacedText[] | undefined;
  /** Tokens of `placed`, at most. Default 0. */
  readonly placedTokens?: number;
}

/** The items that enter and those that do not. Formatted, what enters costs at most the cap. */
export interface FitResult {
  readonly chosen: readonly ChosenItem[];
  readonly message: LayoutEntry;
  /** Characters kept of a current message that is over the cap by itself. */
  readonly messageCut?: number;
  readonly dropped: readonly DroppedItem[];
  /** Tokens of each item that was offered, by item key, if it were shown whole. */
  readonly costs: ReadonlyMap<string, number>;
  /** What enters, formatted. */
  readonly formatted: FormattedContext;
}

/** A formatted context and its tokens. */
export interface FormattedContext {
  readonly parts: readonly ContextPart[];
  readonly text: string;
  readonly tokens: number;
}

const newestFirst = (a: ScoredItem, b: ScoredItem): number => (a.recency ?? Infinity) - (b.recency ?? Infinity);

/** The items of a section in the order of admission: the recent window from the newest back, any other section best first. */
function sectionQueue(items: readonly ScoredItem[], name: SectionName): ScoredItem[] {
  const queue = items.filter(({ section }) => section === name);
  return name === 'recent' ? queue.sort(newestFirst) : queue;
}

/** The message whole, else truncated, else only an ellipsis; without its speaker's name if the name alone is too long. */
function fitMessage({ message, cap: most, placedTokens = 0, count, formatter }: FitInput): {
  entry: LayoutEntry;
  kept?: number;
  tokens: number;
} {
  const cap = most - placedTokens;
  const cost = (entry: LayoutEntry): number => count(formatter.base(entry));
  const whole = cost(message);
  if (whole <= cap) return { entry: message, tokens: whole };
  const named = cost({ ...message, text: ELLIPSIS }) <= cap / 2 ? message : { ...message, speaker: null };
  const shorter = truncate(message.text, cap, (text) => cost({ ...named, text }));
  const entry = { ...named, text: shorter?.text ?? ELLIPSIS };
  return { entry, kept: shorter?.kept ?? 0, tokens: cost(entry) };
}

/** The limits of each section in one step of the admission. */
type LimitsOf = (section: SectionName) => AdmissionLimits;

/** Offers items to the allocator in order of precedence, and remembers which were refused and why. */
class ItemAdmission {
  readonly refused = new Map<string, string>();
  /** See {@link findSupersedingTexts}. */
  readonly superseding: ReadonlyMap<string, ScoredItem>;
  private readonly admitted = new Set<string>();
  private readonly sections: readonly SectionPlan[];
  private readonly queues: ReadonlyMap<SectionName, readonly ScoredItem[]>;

  constructor(
    private readonly allocator: BudgetAllocator,
    private readonly input: FitInput,
  ) {
    const { sections, items, message, exchanges } = input;
    this.superseding = findSupersedingTexts(items, message.text, exchanges);
    this.sections = [...sections].sort((a, b) => b.priority - a.priority);
    this.queues = new Map(sections.map(({ name }) => [name, sectionQueue(items, name)]));
  }

  private admit(scored: ScoredItem, limitsOf: LimitsOf): void {
    const key = itemKey(scored.item);
    if (this.admitted.has(key)) return;
    const refusal = this.admitNewer(key, limitsOf) ?? this.allocator.admit(scored, limitsOf(scored.section));
    if (refusal !== null) {
      this.refused.set(key, refusal);
      return;
    }
    this.admitted.add(key);
    this.refused.delete(key);
  }

  /** Admits the text that supersedes an item before it: an outdated text never enters without the newer one. Returns why that did not fit, or null. */
  private admitNewer(key: string, limitsOf: LimitsOf): string | null {
    const newer = this.superseding.get(key);
    if (!newer) return null;
    this.admit(newer, limitsOf);
    return this.refused.has(itemKey(newer.item)) ? `the newer ${newer.item.id} does not fit` : null;
  }

  /**
   * Admits the first chunk of every message of the last exchanges, then their other chunks up to half the cap: a pasted page must
   * not crowd out everything else.
   */
  admitExchanges(): void {
    const { items, exchanges, cap } = this.input;
    const last = items.filter(({ item }) => exchanges.has(itemKey(item))).sort(newestFirst);
    const first = last.filter(({ item }) => item.chunk === 0);
    for (const scored of first) this.admit(scored, () => ({ limit: cap, mayTruncate: true }));
    for (const scored of last) this.admit(scored, () => ({ limit: Math.floor(cap / 2), mayTruncate: false }));
  }

  /** Fills every section up to the tokens reserved for it. */
  admitGuaranteed(): void {
    this.admitSections(({ min_tokens }) => ({ limit: min_tokens, mayTruncate: false }));
  }

  /** Fills every section up to the most tokens that it may use. */
  admitAll(mayTruncate: boolean): void {
    this.admitSections(({ max_tokens }) => ({ limit: max_tokens, mayTruncate }));
  }

  /** Tokens of the cheapest refused item; Infinity if none was refused. */
  cheapestRefused(): number {
    const { items } = this.input;
    const refused = items.filter(({ item }) => this.refused.has(itemKey(item)));
    return refused.reduce((least, scored) => Math.min(least, this.allocator.costOf(scored)), Infinity);
  }

  private admitSections(limitsFor: (section: SectionPlan) => AdmissionLimits): void {
    const limits = new Map(this.sections.map((section) => [section.name, limitsFor(section)]));
    const limitsOf: LimitsOf = (name) => limits.get(name) ?? { limit: 0, mayTruncate: false };
    for (const { name } of this.sections) {
      if (limitsOf(name).limit <= 0) continue;
      for (const scored of this.queues.get(name) ?? []) this.admit(scored, limitsOf);
    }
  }
}

function countSections(
  parts: readonly ContextPart[],
  count: (text: string) => number,
): ReadonlyMap<SectionName, number> {
  const tokens = new Map<SectionName, number>();
  for (const { name, text } of parts)
    if (name !== 'frame' && name !== 'message' && name !== 'scene')
      tokens.set(name, (tokens.get(name) ?? 0) + count(text));
  return tokens;
}

/** How often the formatted text is counted again to see whether more items fit. */
const MAX_ROUNDS = 4;

interface FilledBudget {
  readonly chosen: readonly ChosenItem[];
  /** Why each item that did not fit was refused, by item key. */
  readonly refused: ReadonlyMap<string, string>;
  readonly costs: FitResult['costs'];
  /** See {@link findSupersedingTexts}. */
  readonly superseding: ReadonlyMap<string, ScoredItem>;
  readonly formatted: FormattedContext;
}

/** Formats what is chosen so far, and counts it. */
function formatChosen(chosen: readonly ChosenItem[], message: LayoutEntry, input: FitInput): FormattedContext {
  const parts = input.formatter.parts(buildLayout(chosen, message, input));
  const text = joinParts(parts);
  return { parts, text, tokens: input.count(text) };
}

/**
 * Fills the cap by upper bounds of what items cost, counts the formatted text, and fills again with what it needs less. Should
 * the text need more, the items admitted last are released: only the count of the whole text decides.
 */
function fillBudget(input: FitInput, base: number, message: LayoutEntry): FilledBudget {
  const { cap, count } = input;
  const allocator = new BudgetAllocator(input, base);
  const admission = new ItemAdmission(allocator, input);
  const format = (): FormattedContext => formatChosen(allocator.chosen, message, input);
  admission.admitExchanges();
  admission.admitGuaranteed();
  admission.admitAll(true);
  let formatted = format();
  for (let round = 0; round < MAX_ROUNDS && admission.cheapestRefused() <= cap - formatted.tokens; round += 1) {
    const before = allocator.chosen.length;
    allocator.recount(formatted.tokens, countSections(formatted.parts, count));
    admission.admitAll(false);
    if (allocator.chosen.length === before) break;
    formatted = format();
  }
  for (; formatted.tokens > cap && allocator.chosen.length > 0; formatted = format())
    allocator.release(formatted.tokens - cap);
  return {
    chosen: allocator.chosen,
    refused: admission.refused,
    superseding: admission.superseding,
    costs: allocator.costs,
    formatted,
  };
}

/** Why an item is not among the chosen ones: no room, or only room for a newer text that supersedes it. */
function toDropped(
  scored: ScoredItem,
  { refused, superseding }: FilledBudget,
  entered: ReadonlySet<string>,
): DroppedItem {
  const key = itemKey(scored.item);
  const reason = refused.get(key) ?? 'the formatted context was over the cap';
  const newer = superseding.get(key)?.item;
  if (!newer || !entered.has(itemKey(newer))) return { scored, decision: 'over_budget', reason };
  return { scored, decision: 'superseded', reason: byNewerText(newer, reason) };
}

/**
 * Keeps the best items that fit, in rank order, skips those that do not fit and records why. The current message always enters;
 * then the last exchanges, what sections are guaranteed, and all sections by priority. A text that a newer one supersedes enters only
 * beside it. The formatted text is never over the cap, and shortened texts end with an ellipsis.
 */
export function fit(input: FitInput): FitResult {
  const { entry, kept, tokens } = fitMessage(input);
  const filled = fillBudget(input, tokens + (input.placedTokens ?? 0), entry);
  const { chosen, costs, formatted } = filled;
  const entered = new Set(chosen.map(({ scored }) => itemKey(scored.item)));
  const lacking = input.items.filter(({ item }) => !entered.has(itemKey(item)));
  return {
    chosen,
    message: entry,
    ...(kept === undefined ? {} : { messageCut: kept }),
    costs,
    formatted,
    dropped: lacking.map((scored) => toDropped(scored, filled, entered)),
  };
}
