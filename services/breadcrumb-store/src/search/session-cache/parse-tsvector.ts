const LEXEME = /'((?:[^'\\]|''|\\\\)*)'(?::([^ ]*))?/g;

/** The stems of a `tsvector` as Postgres writes it, each with how often it stands in the text. */
export function parseTsvector(tsvector: string): Map<string, number> {
  const terms = new Map<string, number>();
  for (const [, written = '', places = ''] of tsvector.matchAll(LEXEME)) {
    const stem = /['\\]/.test(written) ? written.replaceAll("''", "'").replaceAll('\\\\', '\\') : written;
    terms.set(stem, places === '' ? 1 : places.split(',').length);
  }
  return terms;
}
