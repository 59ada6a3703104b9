import type { Layout } from './layout';
import { lmml } from './lmml';
import { markdown } from './markdown';
import { messagesFormat } from './messages';
import { turnFormat } from './turn';
import { written, type Formatter, type Frame } from './formatter';
import type { Plan } from '../plan/plan';

const formats: Readonly<Record<Plan['format'], (frame: Frame) => Formatter>> = {
  markdown: () => markdown,
  lmml,
  messages: messagesFormat,
  turn: turnFormat,
};

/** The formatter that a plan asks for, around one frame. */
export function formatterFor(format: Plan['format'], frame: Frame): Formatter {
  return formats[format](frame);
}

/** The context as the model reads it. */
export function format(layout: Layout, formatter: Formatter = markdown): string {
  return written(formatter.parts(layout));
}
