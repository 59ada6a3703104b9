import { fold } from '../fold';

/** Where the names of a language differ by country. */
const LOCALES: Readonly<Record<string, readonly string[]>> = {
  en: ['en', 'en-GB'],
  de: ['de', 'de-AT'],
  pt: ['pt', 'pt-PT'],
};

/** The shapes of dates in which names take other forms: 12 ноября, not ноябрь. */
const SHAPES: readonly Intl.DateTimeFormatOptions[] = [{}, { day: 'numeric' }, { day: 'numeric', month: 'long' }];

type NameKind = 'month' | 'weekday';

/** The forms of one name in a locale, without the point of an abbreviation. */
function formsOf(locale: string, kind: NameKind, at: number): string[] {
  return (['long', 'short'] as const).flatMap((width) =>
    SHAPES.flatMap((shape) =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...shape, [kind]: width })
        .formatToParts(at)
        .filter(({ type, value }) => type === kind && /\p{L}/u.test(value))
        .map(({ value }) => fold(value).replace(/\.$/, '')),
    ),
  );
}

/** Names of months (from 1) or weekdays (from 0, a Sunday), folded, in all forms in which dates have them. */
export function namesOf(code: string, kind: NameKind): ReadonlyMap<string, number> {
  const isMonth = kind === 'month';
  const numbers = Array.from({ length: isMonth ? 12 : 7 }, (_, nth) => nth);
  // 4 January 1970 was a Sunday.
  const timeOf = (nth: number): number => (isMonth ? Date.UTC(1970, nth, 15) : Date.UTC(1970, 0, 4 + nth));
  return new Map(
    (LOCALES[code] ?? [code]).flatMap((locale) =>
      numbers.flatMap((nth) =>
        formsOf(locale, kind, timeOf(nth)).map((name) => [name, isMonth ? nth + 1 : nth] as const),
      ),
    ),
  );
}
