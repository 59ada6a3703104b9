import { CliError } from './cli-error';

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** The ISO time that `30d`, `12h`, `90m` or `2w` ago was, or that an ISO time names. Throws CliError. */
export function parseSince(text: string, now = Date.now(), option = '--since'): string {
  const [, count, unit = ''] = /^(\d{1,5})([mhdw])$/.exec(text) ?? [];
  const time = count === undefined ? Date.parse(text) : now - Number(count) * (UNITS[unit] ?? 0);
  if (Number.isNaN(time) || time < 0)
    throw new CliError(`${option} must be like 30d, 12h or 2026-01-31T00:00:00Z (got "${text}").`, 2);
  return new Date(time).toISOString();
}
