import { byTime, type Item, type Scored } from './item';
import type { SectionName, SectionPlan } from './plan';

/** A text with the name it stands under; null for a list that speaks for itself. */
export interface Entry {
  readonly speaker: string | null;
  readonly text: string;
}

/** What was said on one day; no heading where `day` is null. */
export interface Day {
  readonly day: string | null;
  readonly entries: readonly Entry[];
}

export interface SectionLayout {
  readonly name: SectionName | 'message';
  readonly heading: string;
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
/** Heads what was said today where another day stands above it. */
export const TODAY = 'Today';

/** From what changes least to what changes every turn, so that a provider's cache keeps the beginning. */
export const ORDER: readonly SectionName[] = [
  ...(['tools', 'knowledge', 'summaries', 'state', 'events', 'results', 'relevant', 'recent'] as const),
];
const DATED: ReadonlySet<SectionName> = new Set<SectionName>(['relevant', 'recent']);

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
    } else result.push({ item, entry: { speaker: item.speaker, text } });
  }
  return result;
}

function daysOf(chosen: readonly Chosen[], today: string, dated: boolean): Day[] {
  const days: { day: string | null; of: string; entries: Entry[] }[] = [];
  for (const { item, entry } of joined(chosen)) {
    const of = dated ? dayOf(item.occurred_at) : today;
    const last = days.at(-1);
    if (last && last.of === of) last.entries.push(entry);
    else days.push({ day: of === today ? (last ? TODAY : null) : of, of, entries: [entry] });
  }
  return days.map(({ day, entries }) => ({ day, entries }));
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
    const heading = view.sections.find((section) => section.name === name)?.heading ?? name;
    return own.length === 0 ? [] : [{ name, heading, days: daysOf(own, view.today, DATED.has(name)) }];
  });
  const last: SectionLayout = { name: 'message', heading: MESSAGE_HEADING, days: [{ day: null, entries: [message] }] };
  return { sections: [...filled, last] };
}
