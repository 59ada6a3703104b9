import { STABLE_SECTIONS, type Participant } from '@crumbtrail/contracts';
import type { AskedMessage } from '../gather/build-input';
import { compareItemsByChange, compareItemsByTime, type ContextItem, type ScoredItem } from '../gather/item';
import type { ContextDays } from './days';
import { joinTexts } from './join-texts';
import { shownKey, type ShownOrder } from './shown-order';
import { DEFAULT_HEADINGS, type SectionName, type SectionPlan } from '../plan/plan';
import { compareDepths, type AtDepth, type PlacedRole, type PlacedText } from '../scene/placed-text';

/** A text under its speaker's name; `speaker` is null for lists and results. */
export interface LayoutEntry {
  readonly speaker: string | null;
  readonly text: string;
  readonly author?: Participant;
  /** Of a text that an author put there: it is neither said by a speaker nor an item of a list. */
  readonly placed?: { readonly heading: string; readonly role: PlacedRole; readonly name?: string };
}

/** Whether it is an item of a list: it has no speaker, and belongs to no time of the conversation. */
export const isListed = ({ speaker, placed }: LayoutEntry): boolean => speaker === null && placed === undefined;

/** The entries of one day, `2026-05-08`; null for what needs no date: today, and sections that are not history. */
export interface LayoutDay {
  readonly date: string | null;
  readonly entries: readonly LayoutEntry[];
}

/** One section as it is shown. */
export interface SectionLayout {
  readonly name: SectionName | 'message' | 'scene';
  readonly heading: string;
  /** Name and attributes of its element, in formats that have elements. */
  readonly tag?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly days: readonly LayoutDay[];
}

/** The whole context, in reading order. */
export interface ContextLayout {
  readonly sections: readonly SectionLayout[];
}

/** An item that enters the context, with its text as shown. */
export interface ChosenItem {
  readonly scored: ScoredItem;
  readonly text: string;
  /** Characters kept of a truncated text. */
  readonly cut?: number;
  readonly tokens: number;
}

/** The heading of the current message. */
export const MESSAGE_HEADING = 'Current message';

/** Sections from those that change least to those that change every turn, so that a provider's prompt cache keeps the beginning. */
export const SECTION_ORDER: readonly SectionName[] = [
  'tools',
  'knowledge',
  'memory',
  'summaries',
  'state',
  'events',
  'results',
  'relevant',
  'recent',
];
const DATED_SECTIONS: ReadonlySet<string> = new Set<SectionName>(['relevant', 'recent']);

/** Whether the items of a section are grouped by day. */
export function isDated(name: SectionLayout['name']): boolean {
  return DATED_SECTIONS.has(name);
}

/** The entry of an item with this text. */
export function toEntry({ speaker, author }: ContextItem, text: string): LayoutEntry {
  return { speaker, text, author };
}

/**
 * The chosen items of one section. Those that have a place in the given order come first; the others, in a section that is meant to stay the same, by
 * when they were last changed, so that a change moves nothing before it; in all other sections oldest first.
 */
export function inShownOrder(chosen: readonly ChosenItem[], name: SectionName, order?: ShownOrder): ChosenItem[] {
  const items = chosen.filter(({ scored }) => scored.section === name);
  const compare = STABLE_SECTIONS.includes(name) ? compareItemsByChange : compareItemsByTime;
  const place = (one: ChosenItem): number => order?.get(shownKey(one)) ?? Infinity;
  const comparePlaces = (a: number, b: number): number => (a === b ? 0 : a - b);
  return items.toSorted((a, b) => comparePlaces(place(a), place(b)) || compare(a.scored.item, b.scored.item));
}

const inTimeOrder = (chosen: readonly ChosenItem[]): ChosenItem[] =>
  chosen.toSorted((a, b) => compareItemsByTime(a.scored.item, b.scored.item));

interface JoinedChunks {
  /** The last of them. */
  readonly item: ContextItem;
  readonly entry: LayoutEntry;
}

/** Joins consecutive chunks of one crumb into one entry. */
const joinChunks = (chosen: readonly ChosenItem[]): JoinedChunks[] =>
  joinTexts(chosen.map(({ scored: { item }, text }) => ({ item, text }))).map(({ first, item, text }) => ({
    item,
    entry: toEntry(first, text),
  }));

/** Groups entries by day. Lists come first, because an indented list after a message would read as part of it. */
function groupByDay(chosen: readonly ChosenItem[], { today, dayOf }: ContextDays, dated: boolean): LayoutDay[] {
  const all = joinChunks(chosen);
  const lists = all.filter(({ entry }) => entry.speaker === null).map(({ entry }) => entry);
  const days: { date: string | null; entries: LayoutEntry[] }[] =
    lists.length > 0 ? [{ date: null, entries: lists }] : [];
  for (const { item, entry } of all.filter((one) => one.entry.speaker !== null)) {
    const day = dated ? dayOf(item.occurred_at) : today;
    const date = day === today ? null : day;
    const last = days.at(-1);
    if (last && last.date === date) last.entries.push(entry);
    else days.push({ date, entries: [entry] });
  }
  return days;
}

/** Is the item what another agent has said since the current message? It stands after the message: nobody reads a reply before its question. */
function isReply({ scored: { item, section } }: ChosenItem, asked: AskedMessage | undefined): boolean {
  if (asked === undefined || !isDated(section) || item.position <= asked.position) return false;
  return item.author.kind === 'agent' && item.author.id !== asked.agent;
}

/** The entry of a text that an author placed. */
export const placedEntry = ({ text, author, heading, name, place }: PlacedText): LayoutEntry => ({
  speaker: null,
  text,
  author,
  placed: {
    heading,
    role: place.slot === 'at_depth' ? place.role : 'system',
    ...(name === undefined ? {} : { name }),
  },
});

/** Sections of placed texts: texts under the same heading stand in one. */
function placedSections(texts: readonly PlacedText[]): SectionLayout[] {
  const headings = [...new Set(texts.map(({ heading }) => heading))];
  return headings.map((heading) => {
    const entries = texts.filter((one) => one.heading === heading).map(placedEntry);
    return { name: 'scene', heading, days: [{ date: null, entries }] };
  });
}

/** Sections above which texts stand that belong directly above the conversation. */
const CONVERSATION: ReadonlySet<string> = new Set<SectionLayout['name']>(['relevant', 'recent', 'message']);

const isTalk = ({ name }: SectionLayout): boolean => name === 'message' || isDated(name);

/** A place among the entries of a layout: before the entry `at` of a day of a section. */
interface EntryPlace {
  readonly s: number;
  readonly d: number;
  readonly at: number;
}

/** The places after each message, from the end of the conversation to its top, with the entry above each. */
function talkPlaces(sections: readonly SectionLayout[]): (EntryPlace & { readonly above: LayoutEntry })[] {
  return sections
    .flatMap((section, s) =>
      isTalk(section)
        ? section.days.flatMap(({ entries }, d) => entries.map((above, nth) => ({ s, d, at: nth + 1, above })))
        : [],
    )
    .reverse();
}

const isSaid = (entry: LayoutEntry): boolean => !isListed(entry) && entry.placed === undefined;

/**
 * Puts an entry into the conversation, so that `depth` messages stand below it: at most at its top. The current message stays the first
 * entry of its section; what belongs above it ends the section before.
 */
function insertAtDepth(sections: readonly SectionLayout[], entry: LayoutEntry, depth: number): SectionLayout[] {
  let below = 0;
  for (const { above, ...place } of talkPlaces(sections)) {
    if (below === depth) return withEntry(sections, place, entry);
    if (isSaid(above)) below += 1;
  }
  return atTop(sections, entry);
}

/** How many placed texts stand at the top of a section. */
function countPlaced({ days: [first] }: SectionLayout): number {
  const at = first?.entries.findIndex(({ placed }) => placed === undefined) ?? 0;
  return at < 0 ? (first?.entries.length ?? 0) : at;
}

/** Puts an entry above all that is said; in a section of its own where nothing is said before the current message. */
function atTop(sections: readonly SectionLayout[], entry: LayoutEntry): SectionLayout[] {
  const s = sections.findIndex(({ name }) => isDated(name));
  if (s >= 0) return withEntry(sections, { s, d: 0, at: countPlaced(sections[s] as SectionLayout) }, entry);
  const own: SectionLayout = {
    name: 'recent',
    heading: DEFAULT_HEADINGS.recent,
    days: [{ date: null, entries: [entry] }],
  };
  return sections.toSpliced(-1, 0, own);
}

function withEntry(sections: readonly SectionLayout[], { s, d, at }: EntryPlace, entry: LayoutEntry): SectionLayout[] {
  const section = sections[s] as SectionLayout;
  const day = section.days[d] as LayoutDay;
  const days = section.days.with(d, { ...day, entries: day.entries.toSpliced(at, 0, entry) });
  return sections.with(s, { ...section, days });
}

/** Adds the texts of authors to a layout, each at its place. */
function placeTexts(sections: readonly SectionLayout[], placed: readonly PlacedText[]): SectionLayout[] {
  const before = placed.filter(({ place }) => place.slot === 'before');
  const after = placed.filter(({ place }) => place.slot === 'after');
  const deep = placed.filter((one): one is PlacedText & AtDepth => one.place.slot === 'at_depth');
  const talk = sections.findIndex(({ name }) => CONVERSATION.has(name));
  const framed = [...placedSections(before), ...sections.toSpliced(talk, 0, ...placedSections(after))];
  return deep
    .toSorted((a, b) => compareDepths(a.place, b.place))
    .reduce((so, one) => insertAtDepth(so, placedEntry(one), one.place.depth), framed);
}

/** What a layout is built around. */
export interface LayoutView {
  readonly sections: readonly SectionPlan[];
  readonly calendar: ContextDays;
  /** Absent where the message is not in the log, as in a preview. */
  readonly asked?: AskedMessage | undefined;
  /** Default: none. */
  readonly order?: ShownOrder | undefined;
  /** Texts of authors. Default: none. */
  readonly placed?: readonly PlacedText[] | undefined;
}

/**
 * Lays out the chosen items in reading order: tools and knowledge, older history, the recent conversation, and at the end the current message
 * with what other agents have replied since. History is chronological, with one heading for each day other than today; empty sections are left out.
 */
export function buildLayout(chosen: readonly ChosenItem[], message: LayoutEntry, view: LayoutView): ContextLayout {
  const replies = chosen.filter((one) => isReply(one, view.asked));
  const before = replies.length === 0 ? chosen : chosen.filter((one) => !isReply(one, view.asked));
  const filled = SECTION_ORDER.flatMap((name): SectionLayout[] => {
    const items = inShownOrder(before, name, view.order);
    const { heading = name, tag, attributes, undated } = view.sections.find((section) => section.name === name) ?? {};
    const element = { ...(tag === undefined ? {} : { tag }), ...(attributes === undefined ? {} : { attributes }) };
    return items.length === 0
      ? []
      : [{ name, heading, ...element, days: groupByDay(items, view.calendar, isDated(name) && !undated) }];
  });
  const answered = joinChunks(inTimeOrder(replies)).map(({ entry }) => entry);
  const entries = [message, ...answered];
  const last: SectionLayout = { name: 'message', heading: MESSAGE_HEADING, days: [{ date: null, entries }] };
  const { placed = [] } = view;
  return { sections: placed.length === 0 ? [...filled, last] : placeTexts([...filled, last], placed) };
}
