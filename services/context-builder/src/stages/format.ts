import type { Layout } from './arrange';
import { markdown } from './format-markdown';
import { written, type Formatter, type Frame } from './formatter';
import type { Plan } from './plan';

const formats: Readonly<Partial<Record<Plan['format'], (frame: Frame) => Formatter>>> = {
  markdown: () => markdown,
};

/** The formatter that a plan asks for. */
export function formatterFor(format: Plan['format'], frame: Frame): Formatter {
  return formats[format]?.(frame) ?? markdown;
}

/** The context as the model reads it. */
export function format(layout: Layout, formatter: Formatter = markdown): string {
  return written(formatter.parts(layout));
}
