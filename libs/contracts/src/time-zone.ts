import type { Issue } from './problem';

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** The issue of a time zone that is not one of the IANA database, as this process knows it; empty for a known or absent one. */
export function timeZoneIssues(path: string, name: string | undefined): Issue[] {
  if (name === undefined || isTimeZone(name)) return [];
  return [{ path, rule: 'time_zone', message: `is not a time zone: ${name}; use an IANA name, such as Europe/Berlin` }];
}
