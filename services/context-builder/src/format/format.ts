import type { ContextLayout } from './layout';
import { lmmlFormatter } from './lmml';
import { markdownFormatter } from './markdown';
import { messagesFormatter } from './messages';
import { turnFormatter } from './turn';
import { joinParts, type Formatter, type ContextFrame } from './formatter';
import type { BuildPlan } from '../plan/plan';

const formats: Readonly<Record<BuildPlan['format'], (frame: ContextFrame) => Formatter>> = {
  markdown: () => markdownFormatter,
  lmml: lmmlFormatter,
  messages: messagesFormatter,
  turn: turnFormatter,
};

/** The formatter that a plan asks for, around one frame. */
export function createFormatter(format: BuildPlan['format'], frame: ContextFrame): Formatter {
  return formats[format](frame);
}

/** The context as the model reads it. */
export function formatLayout(layout: ContextLayout, formatter: Formatter = markdownFormatter): string {
  return joinParts(formatter.parts(layout));
}
