import type { Participant } from '@crumbtrail/contracts';
import { byTime, type Item, type Scored } from '../gather/item';
import type { SectionName, SectionPlan } from '../plan/plan';

/** A text with the name it stands under; null for a list that speaks for itself. */
export interface Entry {
  readonly speaker: string | null;
  readonly text: string;
  readonly author?: Participant;
}

/** What was said on one day, `2026-05-08`; null for what needs no date: today, and what is not history. */
export interface Day {
  readonly date: string | null;
  readonly entries: readonly Entry[];
}

export interface SectionLayout {
  readonly name: SectionName | 'message';
  readonly heading: string;
  /** Its element and that one's attributes, where a format has elements. */
  readonly tag?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly days: readonly Day[];
}

/** The whole context, in the order read. */
export interface Layout {
  readonly sections: readonly SectionLayout[];
}

/** An item that enters, with the text that it enters with. */
export interface Chosen {
  readonly scored: Scored;
  readonly text: string;
  /** Characters that were kept of a text too big. */
  readonly cut?: number;
  readonly tokens: number;
}

export const MESSAGE_HEADING = 'Current message';

/** From what changes least to what changes every turn, so that a provider's cache keeps the beginning. */
export const ORDER: readonly SectionName[] = [
  ...(['tools', 'knowledge', 'summaries', 'state', 'events', 'results', 'relevant', 'recent'] as const),
];
const DATED: ReadonlySet<string> = new Set<SectionName>(['relevant', 'recent']);

/** Whether items of a section stand under their days. */
export function isDated(name: SectionLayout['name']): boolean {
  return DATED.has(name);
}

/** An item as it would stand with this text. */
export function entryOf({ speaker, author }: Item, text: string): Entry {
  return { speaker, text, author };
}

/** The day of an item, in UTC. */
export function dayOf(iso: string): string {
  return iso.slice(0, 10);
}

/** Chosen items of one section in the order shown. */
export function inOrder(chosen: readonly Chosen[], name: SectionName): Chosen[] {
  return chosen.filter(({ scored }) => scored.section === name).sort((a, b) => byTime(a.scored.item, b.scored.item));
}

const follows = (before: Item, item: Item): boolean => before.id === item.id && before.version === item.version;

/** Pieces of one crumb that stand together are one text again; a gap between them is marked. */
function joined(chosen: readonly Chosen[]): { readonly item: Item; readonly entry: Entry }[] {
  const result: { item: Item; entry: Entry }[] = [];
  for (const { scored, text } of chosen) {
    const { item } = scored;
    const last = result.at(-1);
    if (last && follows(last.item, item)) {
      const seam = item.chunk === last.item.chunk + 1 ? '\n' : '\n…\n';
      result[result.length - 1] = { item, entry: { ...last.entry, text: last.entry.text + seam + text } };
    } else result.push({ item, entry: entryOf(item, text) });
  }
  return result;
}

/** Lists first, for an indented list after somebody's words would read as more of them; then the days, each once. */
function daysOf(chosen: readonly Chosen[], today: string, dated: boolean): Day[] {
  const all = joined(chosen);
  const lists = all.filter(({ entry }) => entry.speaker === null).map(({ entry }) => entry);
  const days: { date: string | null; entries: Entry[] }[] = lists.length > 0 ? [{ date: null, entries: lists }] : [];
  for (const { item, entry } of all.filter((one) => one.entry.speaker !== null)) {
    const of = dated ? dayOf(item.occurred_at) : today;
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
export function arrange(
  chosen: readonly Chosen[],
  message: Entry,
  view: { sections: readonly SectionPlan[]; today: string },
): Layout {
  const filled = ORDER.flatMap((name): SectionLayout[] => {
    const own = inOrder(chosen, name);
    const { heading = name, tag, attributes } = view.sections.find((section) => section.name === name) ?? {};
    const element = { ...(tag === undefined ? {} : { tag }), ...(attributes === undefined ? {} : { attributes }) };
    return own.length === 0 ? [] : [{ name, heading, ...element, days: daysOf(own, view.today, isDated(name)) }];
  });
  const last: SectionLayout = { name: 'message', heading: MESSAGE_HEADING, days: [{ date: null, entries: [message] }] };
  return { sections: [...filled, last] };
}
