import type { TrailNode } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';

/** From when to when, in milliseconds since the trail's root. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Where something stands on the axis, as shares of it in percent. */
export interface AxisPosition {
  readonly left: number;
  readonly width: number;
}

/** A mark of the axis. */
export interface Tick {
  readonly at: number;
  readonly left: number;
}

/** A turn's crumb is left when it opens; all others are left once what they tell of is done. */
export function nodeSpan({ schema_name, at_ms, duration_ms = 0 }: TrailNode): TimeSpan {
  return schema_name === WIRE.agentTurn
    ? { from: at_ms, to: at_ms + duration_ms }
    : { from: at_ms - duration_ms, to: at_ms };
}

/** One axis for all: from the earliest beginning to the latest end, never of no length. */
export function computeAxis(spans: readonly TimeSpan[]): TimeSpan {
  let [from, to] = [0, 1];
  for (const span of spans) {
    if (span.from < from) from = span.from;
    if (span.to > to) to = span.to;
  }
  return { from, to };
}

const percent = (part: number, whole: number): number => Math.min(100, Math.max(0, (100 * part) / whole));

/** Where a span stands on the axis. */
export function positionOnAxis(span: TimeSpan, axis: TimeSpan): AxisPosition {
  const whole = axis.to - axis.from;
  const left = percent(span.from - axis.from, whole);
  return { left, width: Math.min(100 - left, percent(span.to - span.from, whole)) };
}

/** A round step, 1, 2 or 5 of a power of ten, that makes about as many marks as wanted. */
function roundStep(length: number, wanted: number): number {
  const raw = length / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(raw));
  return ([1, 2, 5, 10].find((one) => one * power >= raw) ?? 10) * power;
}

/** Round marks of the axis. */
export function computeTicks(axis: TimeSpan, wanted = 4): Tick[] {
  const step = roundStep(axis.to - axis.from, wanted);
  const first = Math.ceil(axis.from / step);
  const count = Math.floor(axis.to / step) - first + 1;
  return Array.from({ length: count }, (_, n) => {
    const at = (first + n) * step;
    return { at, left: positionOnAxis({ from: at, to: at }, axis).left };
  });
}
