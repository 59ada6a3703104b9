const SECOND_MS = 1_000;
/** From here on, seconds rounded to one decimal would read `60.0 s`. */
const MINUTE_FROM_MS = 59_950;

/** Formats milliseconds: `0.4 ms`, `340 ms`, `2.1 s`, `3 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms > 0 && ms < 1) return `${Number(ms.toFixed(1))} ms`;
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`;
  if (ms < MINUTE_FROM_MS) return `${(ms / SECOND_MS).toFixed(1)} s`;
  const seconds = Math.round(ms / SECOND_MS);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
