import type { LayoutEntry, ContextLayout } from './layout';
import type { SectionName, SectionPlan } from '../plan/plan';

/** A part of the formatted text and the section it belongs to. The parts in order are the text. */
export interface ContextPart {
  readonly name: SectionName | 'frame' | 'message' | 'scene';
  readonly text: string;
}

/** What a format shows around the items. Names and ids in it are safe to show. */
export interface ContextFrame {
  /** Id of the agent that the context is for. */
  readonly agent: string;
  /** The agent's name as shown. */
  readonly name: string;
  /** The agent's persona, where the format shows it and it fits. */
  readonly persona?: string;
  /** Different for every session of an agent. */
  readonly nonce: string;
  /** One line for each member of the session, in formats that show them. */
  readonly roster: readonly string[];
  /** Whether more than one participant talks to the agent. */
  readonly company: boolean;
  /** Date and time of the build, where the plan shows them: `Friday, 8 May 2026, 14:30 UTC`. */
  readonly now?: string;
  /** What else the plan shows about the moment of the build, by name. */
  readonly status?: Readonly<Record<string, string>>;
  /** The lines above and below everything else, where the plan has its own. */
  readonly opener?: string;
  readonly closer?: string;
  /** Whether the budget is so small that only the indispensable parts of the frame are written. */
  readonly brief: boolean;
}

/**
 * One way of writing a context. All methods but `parts` return texts for estimating costs: in the formatted context the same thing
 * has at most as many tokens (give or take one where a section ends), and fewer where less is needed, such as a year not repeated.
 */
export interface Formatter {
  /** Name and version of the format; part of the account, because other versions may write a context differently. */
  readonly version: string;
  /** The frame and the current message, which are always written. */
  base(message: LayoutEntry): string;
  /** A section without entries. */
  section(plan: SectionPlan): string;
  /** The heading of a day; null is today after another day. */
  day(date: string | null): string;
  /** One entry in its section. */
  entry(entry: LayoutEntry, section: SectionName): string;
  /** The formatted context. */
  parts(layout: ContextLayout): readonly ContextPart[];
}

/** Joins the parts into the text that the model reads. */
export function joinParts(parts: readonly ContextPart[]): string {
  return parts.map(({ text }) => text).join('');
}
