import type { LayoutEntry, ContextLayout } from './layout';
import type { SectionName, SectionPlan } from '../plan/plan';

/** A piece of the finished text, and what it is of. The pieces in order are the text. */
export interface ContextPart {
  readonly name: SectionName | 'frame' | 'message';
  readonly text: string;
}

/** What a format needs to know beside the items. Names and ids in it are safe to show. */
export interface ContextFrame {
  /** Id of the agent that reads. */
  readonly agent: string;
  /** The name that it is shown under. */
  readonly name: string;
  /** Its persona, where the format has a place for it and it fits. */
  readonly persona?: string;
  /** New for every turn. */
  readonly nonce: string;
  /** One line for each member of the session, where the format shows them. */
  readonly roster: readonly string[];
  /** Whether more than one takes part beside the agent. */
  readonly company: boolean;
  /** Whether the budget is so small that only what is needed to read the rest may stand around it. */
  readonly brief: boolean;
}

/**
 * One way of writing a context. All but the last say what a thing costs: its tokens in the finished text are no more than those of
 * the text given here, give or take one where a section ends, and less where less will do (a year that need not be said again).
 */
export interface Formatter {
  /** Written into the account: a context of another version may read differently. */
  readonly version: string;
  /** What stands whatever else enters: the frame and the current message. */
  base(message: LayoutEntry): string;
  /** What a section brings before anything stands in it. */
  section(plan: SectionPlan): string;
  /** What a day brings; null for today where another day stands above it. */
  day(date: string | null): string;
  /** One item's text in its section. */
  entry(entry: LayoutEntry, section: SectionName): string;
  /** The context itself. */
  parts(layout: ContextLayout): readonly ContextPart[];
}

/** The context as the model reads it. */
export function joinParts(parts: readonly ContextPart[]): string {
  return parts.map(({ text }) => text).join('');
}
