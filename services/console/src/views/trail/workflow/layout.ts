import type { DrawnStep } from './workflow-steps';

/** The size of a step and the space between steps, in pixels. */
export const BOX = { width: 168, height: 60, gapX: 20, gapY: 36 } as const;

/** Where a step is drawn, in pixels from the top left. */
export interface PlacedStep {
  readonly step: DrawnStep;
  readonly x: number;
  readonly y: number;
}

/** A line from a step to one that waits for it, as an SVG path. */
export interface PlacedEdge {
  readonly from: string;
  readonly to: string;
  readonly path: string;
}

/** A drawing of steps. */
export interface StepLayout {
  readonly width: number;
  readonly height: number;
  readonly steps: readonly PlacedStep[];
  readonly edges: readonly PlacedEdge[];
}

/** The row of each step: one below the lowest of those that it waits for. Steps that wait for each other, which no workflow has, end in the last row that is found. */
function rowsOf(steps: readonly DrawnStep[]): Map<string, number> {
  const rows = new Map(steps.map(({ id }) => [id, 0]));
  for (let round = 0; round < steps.length; round += 1)
    for (const { id, needs } of steps)
      rows.set(id, Math.min(steps.length - 1, Math.max(0, ...needs.map((need) => (rows.get(need) ?? -1) + 1))));
  return rows;
}

function edgeBetween(from: PlacedStep, to: PlacedStep): PlacedEdge {
  const [x1, y1] = [from.x + BOX.width / 2, from.y + BOX.height];
  const [x2, y2] = [to.x + BOX.width / 2, to.y];
  const bend = BOX.gapY / 2;
  return { from: from.step.id, to: to.step.id, path: `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}` };
}

/** Places steps in rows from the top down, each below all that it waits for. */
export function layoutSteps(steps: readonly DrawnStep[]): StepLayout {
  const rows = rowsOf(steps);
  const taken = new Map<number, number>();
  const placed = steps.map((step): PlacedStep => {
    const row = rows.get(step.id) ?? 0;
    const column = taken.get(row) ?? 0;
    taken.set(row, column + 1);
    return { step, x: column * (BOX.width + BOX.gapX), y: row * (BOX.height + BOX.gapY) };
  });
  const byId = new Map(placed.map((one) => [one.step.id, one]));
  const edges = placed.flatMap((to) =>
    to.step.needs.flatMap((need) => {
      const from = byId.get(need);
      return from ? [edgeBetween(from, to)] : [];
    }),
  );
  const end = (place: 'x' | 'y', size: number): number => Math.max(0, ...placed.map((one) => one[place] + size));
  return { width: end('x', BOX.width), height: end('y', BOX.height), steps: placed, edges };
}
