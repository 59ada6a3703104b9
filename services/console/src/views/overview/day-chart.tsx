import type { UsageReport } from '@crumbtrail/client';
import { type ReactNode, useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

type ReportRow = UsageReport['rows'][number];

const HEIGHT = 140;
const DAY_SECONDS = 86_400;

const startOf = ({ key }: ReportRow): number => Date.parse(`${key}T00:00:00Z`) / 1_000;

/** A row for each day between the first and the last, also for those without a turn. */
function fillDays(rows: readonly ReportRow[], read: (row: ReportRow) => number): [number[], number[]] {
  const values = new Map(rows.map((row) => [startOf(row), read(row)]));
  const [first = 0, last = 0] = [Math.min(...values.keys()), Math.max(...values.keys())];
  const days = Array.from({ length: (last - first) / DAY_SECONDS + 1 }, (_, n) => first + n * DAY_SECONDS);
  return [days, days.map((day) => values.get(day) ?? 0)];
}

/** One number of each day as bars. The table below it says the same to those who do not see it. */
export default function DayChart({
  title,
  rows,
  read,
}: {
  readonly title: string;
  readonly rows: readonly ReportRow[];
  readonly read: (row: ReportRow) => number;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = box.current;
    if (!place || !UPlot.paths.bars) return undefined;
    // A canvas knows no custom properties: overview.css gives the element these colours.
    const { color, borderTopColor, textDecorationColor } = getComputedStyle(place);
    const axis = { stroke: textDecorationColor, grid: { stroke: borderTopColor } };
    const chart = new UPlot(
      {
        width: place.clientWidth,
        height: HEIGHT,
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
        legend: { show: false },
        scales: { y: { range: (_, __, most) => [0, Math.max(most, 1e-9)] } },
        series: [{}, { fill: color, width: 0, paths: UPlot.paths.bars({ size: [0.7, 60] }) }],
        axes: [
          { ...axis, space: 70 },
          { ...axis, size: 60 },
        ],
      },
      fillDays(rows, read),
      place,
    );
    const resized = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: HEIGHT }));
    resized.observe(place);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [rows, read]);
  return (
    <figure className="day-chart" aria-hidden="true">
      <figcaption>{title}</figcaption>
      <div ref={box} />
    </figure>
  );
}
