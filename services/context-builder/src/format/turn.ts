import { isDated, type LayoutDay, type ContextLayout, type SectionLayout } from './layout';
import { headingLine, markdownFormatter, sectionParts } from './markdown';
import type { Formatter, ContextFrame, ContextPart } from './formatter';
import { DEFAULT_HEADINGS, type SectionName } from '../plan/plan';

/** Default headings of this format. */
const HEADINGS: Readonly<Partial<Record<SectionName, string>>> = {
  events: 'Public events',
  results: 'Tool results still valid',
  recent: "Today's transcript",
};
const BEFORE_TODAY = 'Before today';
/** Sections that change less often than the roster. */
const STEADY: ReadonlySet<string> = new Set<SectionName>(['tools', 'knowledge', 'memory', 'summaries']);

function headingOf(name: string, heading: string): string {
  const section = name as SectionName;
  return heading === DEFAULT_HEADINGS[section] ? (HEADINGS[section] ?? heading) : heading;
}

const isToday = ({ date }: LayoutDay): boolean => date === null;

/** True if the section is today's transcript, whose heading already contains the day. */
const isTranscript = ({ name, days }: SectionLayout): boolean => name === 'recent' && days.every(isToday);

/** Splits the recent window into today's transcript and a section for earlier days. */
function splitByDay(section: SectionLayout): SectionLayout[] {
  const renamed = { ...section, heading: headingOf(section.name, section.heading) };
  if (section.name !== 'recent' || isTranscript(section)) return [renamed];
  const before = { ...renamed, heading: BEFORE_TODAY, days: section.days.filter((day) => !isToday(day)) };
  const today = { ...renamed, days: section.days.filter(isToday) };
  return today.days.length === 0 ? [before] : [before, today];
}

function rosterBlock({ roster }: ContextFrame): string {
  return roster.length === 0 ? '' : `${headingLine('Roster')}${roster.map((line) => `  - ${line}\n`).join('')}\n`;
}

function formatParts({ sections }: ContextLayout, frame: ContextFrame): ContextPart[] {
  const sectionTexts = sectionParts(sections.flatMap(splitByDay), (one) => isDated(one.name) && !isTranscript(one));
  const roster = rosterBlock(frame);
  const at = sectionTexts.findIndex(({ name }) => !STEADY.has(name));
  return roster === '' ? sectionTexts : sectionTexts.toSpliced(at, 0, { name: 'frame', text: roster });
}

/** Formats a turn of a game or a meeting: roster, state, events, today's transcript, then the current message. */
export function turnFormatter(frame: ContextFrame): Formatter {
  return {
    ...markdownFormatter,
    version: 'turn/3',
    base: (message) => `${rosterBlock(frame)}${markdownFormatter.base(message)}`,
    section: (plan) => {
      const before = plan.name === 'recent' ? `${headingLine(BEFORE_TODAY)}\n` : '';
      return `${before}${markdownFormatter.section({ ...plan, heading: headingOf(plan.name, plan.heading) })}`;
    },
    parts: (layout) => formatParts(layout, frame),
  };
}
