import type { UsageReport } from '@crumbtrail/client';
import { type ReactNode, useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

type ReportRow = UsageReport['rows'][number];

const HEIGHT = 140;
const DAY_SECONDS = 86_400;

const startOf = ({ key }: ReportRow): number => Date.parse(`${key}T00:00:00Z`) / 1_000;

/** A value for each of the `count` days up to the last one with a turn, also for those without. */
function fillDays(
  rows: readonly ReportRow[],
  read: (row: ReportRow) => number,
  count: number,
): readonly [days: number[], values: number[]] {
  const values = new Map(rows.map((row) => [startOf(row), read(row)]));
  const last = Math.max(...values.keys());
  const first = Math.min(last - (count - 1) * DAY_SECONDS, ...values.keys());
  const days = Array.from({ length: (last - first) / DAY_SECONDS + 1 }, (_, n) => first + n * DAY_SECONDS);
  return [days, days.map((day) => values.get(day) ?? 0)];
}

const dayName = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** One number of each day as bars. The table below it says the same to those who do not see it. */
export default function DayChart({
  title,
  rows,
  count,
  read,
}: {
  readonly title: string;
  readonly rows: readonly ReportRow[];
  /** Days of the period. */
  readonly count: number;
  readonly read: (row: ReportRow) => number;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = box.current;
    if (!place || !UPlot.paths.bars) return undefined;
    // A canvas knows no custom properties: overview.css gives the element these colours.
    const { color, borderTopColor, textDecorationColor } = getComputedStyle(place);
    const axis = { stroke: textDecorationColor, grid: { stroke: borderTopColor, width: 1 }, ticks: { show: false } };
    const [days, values] = fillDays(rows, read, count);
    const [first = 0, last = 0] = [days[0], days.at(-1)];
    const chart = new UPlot(
      {
        width: place.clientWidth,
        height: HEIGHT,
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
        legend: { show: false },
        scales: {
          x: { range: [first - DAY_SECONDS / 2, last + DAY_SECONDS / 2] },
          y: { range: (_, __, most) => [0, Math.max(most * 1.1, 1e-9)] },
        },
        series: [{}, { fill: color, width: 0, points: { show: false }, paths: UPlot.paths.bars({ size: [0.7, 60] }) }],
        axes: [
          {
            ...axis,
            grid: { show: false },
            space: 45,
            incrs: [1, 2, 7, 14, 28].map((many) => many * DAY_SECONDS),
            values: (_, splits) => splits.map((seconds) => dayName.format(seconds * 1_000)),
          },
          { ...axis, size: 60 },
        ],
      },
      [days, values],
      place,
    );
    const resized = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: HEIGHT }));
    resized.observe(place);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [rows, read, count]);
  return (
    <figure className="day-chart" aria-hidden="true">
      <figcaption>{title}</figcaption>
      <div ref={box} />
    </figure>
  );
}
