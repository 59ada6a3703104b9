import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** How many lines the file keeps, and how many characters of each. */
export const MOST_LINES = 500;
const LONGEST = 4_000;

/** The lines that were typed before, the latest first. */
export function readTypedLines(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').filter(Boolean).slice(0, MOST_LINES);
}

/** Keeps typed lines, the latest first, for the user's eyes only. */
export function writeTypedLines(file: string, lines: readonly string[]): void {
  const kept = lines.slice(0, MOST_LINES).map((line) => line.replaceAll('\n', ' ').slice(0, LONGEST));
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${kept.join('\n')}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}
