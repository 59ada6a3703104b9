import type { Terminal } from './terminal';

/** The maximum line length: the width of the terminal, or no limit when the output is not a terminal. */
export function outputWidth({ terminal }: { readonly terminal: Terminal }): number {
  const { columns } = terminal.output as { columns?: number };
  return terminal.output.isTTY && columns ? columns : Number.MAX_SAFE_INTEGER;
}
