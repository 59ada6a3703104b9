import { fold } from '../fold';
import type { Language } from '../languages/language';

/** The shapes of dates in which names take other forms: 12 ноября, not ноябрь. */
const SHAPES: Readonly<Record<NameKind, readonly Intl.DateTimeFormatOptions[]>> = {
  month: [{}, { day: 'numeric' }],
  weekday: [{}, { day: 'numeric' }, { day: 'numeric', month: 'long' }],
};

type NameKind = 'month' | 'weekday';
type NameWidth = 'long' | 'short';

/** What names a month or a weekday in a locale, once for each form that the name may have. */
const formattersOf = (locale: string, kind: NameKind, widths: readonly NameWidth[]): Intl.DateTimeFormat[] =>
  widths.flatMap((width) =>
    SHAPES[kind].map(
      (shape) => new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, { timeZone: 'UTC', ...shape, [kind]: width }),
    ),
  );

/** A name, without the point of an abbreviation. */
const readNames = (formatter: Intl.DateTimeFormat, kind: NameKind, at: number): string[] =>
  formatter
    .formatToParts(at)
    .filter(({ type, value }) => type === kind && /\p{L}/u.test(value))
    .map(({ value }) => fold(value).replace(/\.$/, ''));

/**
 * Names of months (from 1) or weekdays (from 0, a Sunday), folded, in all forms in which dates have them.
 * @param widths default: names in full and abbreviations
 */
export function namesOf(
  { code, dateWords: { locales = [code] } }: Pick<Language, 'code' | 'dateWords'>,
  kind: NameKind,
  widths: readonly NameWidth[] = ['long', 'short'],
): ReadonlyMap<string, number> {
  const isMonth = kind === 'month';
  const numbers = Array.from({ length: isMonth ? 12 : 7 }, (_, nth) => nth);
  // 4 January 1970 was a Sunday.
  const timeOf = (nth: number): number => (isMonth ? Date.UTC(1970, nth, 15) : Date.UTC(1970, 0, 4 + nth));
  return new Map(
    locales.flatMap((locale) => {
      const formatters = formattersOf(locale, kind, widths);
      return numbers.flatMap((nth) =>
        formatters
          .flatMap((formatter) => readNames(formatter, kind, timeOf(nth)))
          .map((name) => [name, isMonth ? nth + 1 : nth] as const),
      );
    }),
  );
}
