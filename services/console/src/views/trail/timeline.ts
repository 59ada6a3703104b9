import type { TimeSpan } from '@crumbtrail/formatting';

/** A position on the axis, in percent of its length. */
export interface AxisPosition {
  readonly left: number;
  readonly width: number;
}

/** A tick of the axis: its time in milliseconds, and its position in percent. */
export interface Tick {
  readonly at: number;
  readonly left: number;
}

/** The axis of some spans: from the earliest start, 0 at the latest, to the latest end; at least 1 ms long. */
export function computeAxis(spans: readonly TimeSpan[]): TimeSpan {
  let from = 0;
  let to = 1;
  for (const span of spans) {
    if (span.from < from) from = span.from;
    if (span.to > to) to = span.to;
  }
  return { from, to };
}

const percent = (part: number, whole: number): number => Math.min(100, Math.max(0, (100 * part) / whole));

/** The position of a span, cut off at the ends of the axis. */
export function positionOnAxis(span: TimeSpan, axis: TimeSpan): AxisPosition {
  const whole = axis.to - axis.from;
  const left = percent(span.from - axis.from, whole);
  return { left, width: Math.min(100 - left, percent(span.to - span.from, whole)) };
}

/** A step of 1, 2 or 5 times a power of ten that gives at most the wanted number of ticks. */
function roundStep(length: number, wanted: number): number {
  const raw = length / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(raw));
  return ([1, 2, 5, 10].find((one) => one * power >= raw) ?? 10) * power;
}

/** Ticks at round times. */
export function computeTicks(axis: TimeSpan, wanted = 4): Tick[] {
  const step = roundStep(axis.to - axis.from, wanted);
  const first = Math.ceil(axis.from / step);
  const count = Math.floor(axis.to / step) - first + 1;
  return Array.from({ length: count }, (_, n) => {
    const at = (first + n) * step;
    return { at, left: positionOnAxis({ from: at, to: at }, axis).left };
  });
}
