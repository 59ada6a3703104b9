import type { Participant } from '@crumbtrail/contracts';
import { compareByTime, type ContextItem, type ScoredItem } from '../gather/item';
import type { SectionName, SectionPlan } from '../plan/plan';

/** A text with the name it stands under; null for a list that speaks for itself. */
export interface LayoutEntry {
  readonly speaker: string | null;
  readonly text: string;
  readonly author?: Participant;
}

/** What was said on one day, `2026-05-08`; null for what needs no date: today, and what is not history. */
export interface LayoutDay {
  readonly date: string | null;
  readonly entries: readonly LayoutEntry[];
}

export interface SectionLayout {
  readonly name: SectionName | 'message';
  readonly heading: string;
  /** Its element and that one's attributes, where a format has elements. */
  readonly tag?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly days: readonly LayoutDay[];
}

/** The whole context, in the order read. */
export interface ContextLayout {
  readonly sections: readonly SectionLayout[];
}

/** An item that enters, with the text that it enters with. */
export interface ChosenItem {
  readonly scored: ScoredItem;
  readonly text: string;
  /** Characters that were kept of a text too big. */
  readonly cut?: number;
  readonly tokens: number;
}

export const MESSAGE_HEADING = 'Current message';

/** From what changes least to what changes every turn, so that a provider's cache keeps the beginning. */
export const SECTION_ORDER: readonly SectionName[] = [
  ...(['tools', 'knowledge', 'summaries', 'state', 'events', 'results', 'relevant', 'recent'] as const),
];
const DATED_SECTIONS: ReadonlySet<string> = new Set<SectionName>(['relevant', 'recent']);

/** Whether items of a section stand under their days. */
export function isDated(name: SectionLayout['name']): boolean {
  return DATED_SECTIONS.has(name);
}

/** An item as it would stand with this text. */
export function toEntry({ speaker, author }: ContextItem, text: string): LayoutEntry {
  return { speaker, text, author };
}

/** The day of an item, in UTC. */
export function utcDay(iso: string): string {
  return iso.slice(0, 10);
}

/** Chosen items of one section in the order shown. */
export function inShownOrder(chosen: readonly ChosenItem[], name: SectionName): ChosenItem[] {
  return chosen
    .filter(({ scored }) => scored.section === name)
    .sort((a, b) => compareByTime(a.scored.item, b.scored.item));
}

const isSameCrumb = (before: ContextItem, item: ContextItem): boolean =>
  before.id === item.id && before.version === item.version;

/** Pieces of one crumb that stand together are one text again; a gap between them is marked. */
function joinChunks(chosen: readonly ChosenItem[]): { readonly item: ContextItem; readonly entry: LayoutEntry }[] {
  const result: { item: ContextItem; entry: LayoutEntry }[] = [];
  for (const { scored, text } of chosen) {
    const { item } = scored;
    const last = result.at(-1);
    if (last && isSameCrumb(last.item, item)) {
      const seam = item.chunk === last.item.chunk + 1 ? '\n' : '\n…\n';
      result[result.length - 1] = { item, entry: { ...last.entry, text: last.entry.text + seam + text } };
    } else result.push({ item, entry: toEntry(item, text) });
  }
  return result;
}

/** Lists first, for an indented list after somebody's words would read as more of them; then the days, each once. */
function groupByDay(chosen: readonly ChosenItem[], today: string, dated: boolean): LayoutDay[] {
  const all = joinChunks(chosen);
  const lists = all.filter(({ entry }) => entry.speaker === null).map(({ entry }) => entry);
  const days: { date: string | null; entries: LayoutEntry[] }[] =
    lists.length > 0 ? [{ date: null, entries: lists }] : [];
  for (const { item, entry } of all.filter((one) => one.entry.speaker !== null)) {
    const of = dated ? utcDay(item.occurred_at) : today;
    const date = of === today ? null : of;
    const last = days.at(-1);
    if (last && last.date === date) last.entries.push(entry);
    else days.push({ date, entries: [entry] });
  }
  return days;
}

/**
 * Puts what enters in the order read: tools and knowledge, older history, the recent conversation, the current message once at
 * the end. History stands in the order it happened, each other day under one heading; empty sections are left out.
 */
export function buildLayout(
  chosen: readonly ChosenItem[],
  message: LayoutEntry,
  view: { sections: readonly SectionPlan[]; today: string },
): ContextLayout {
  const filled = SECTION_ORDER.flatMap((name): SectionLayout[] => {
    const own = inShownOrder(chosen, name);
    const { heading = name, tag, attributes } = view.sections.find((section) => section.name === name) ?? {};
    const element = { ...(tag === undefined ? {} : { tag }), ...(attributes === undefined ? {} : { attributes }) };
    return own.length === 0 ? [] : [{ name, heading, ...element, days: groupByDay(own, view.today, isDated(name)) }];
  });
  const last: SectionLayout = { name: 'message', heading: MESSAGE_HEADING, days: [{ date: null, entries: [message] }] };
  return { sections: [...filled, last] };
}
