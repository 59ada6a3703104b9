import type { Shell } from './shell';

/** Characters to a line: the terminal's, or as many as there are where nobody looks. */
export function outputWidth({ terminal }: Shell): number {
  const { columns } = terminal.output as { columns?: number };
  return terminal.output.isTTY && columns ? columns : Number.MAX_SAFE_INTEGER;
}
