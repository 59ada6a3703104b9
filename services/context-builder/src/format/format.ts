import type { ContextLayout } from './layout';
import { lmmlFormatter } from './lmml';
import { markdownFormatter, withNow } from './markdown';
import { messagesFormatter } from './messages';
import { turnFormatter } from './turn';
import { joinParts, type Formatter, type ContextFrame } from './formatter';
import type { BuildPlan } from '../plan/plan';

const formats: Readonly<Record<BuildPlan['format'], (frame: ContextFrame) => Formatter>> = {
  markdown: (frame) => withNow(markdownFormatter, frame),
  lmml: lmmlFormatter,
  messages: messagesFormatter,
  turn: (frame) => withNow(turnFormatter(frame), frame),
};

/** Creates the formatter of a format for one frame. */
export function createFormatter(format: BuildPlan['format'], frame: ContextFrame): Formatter {
  return formats[format](frame);
}

/** Formats a layout as the text that the model reads. */
export function formatLayout(layout: ContextLayout, formatter: Formatter = markdownFormatter): string {
  return joinParts(formatter.parts(layout));
}
