const LEXEME = /'((?:[^'\\]|''|\\\\)*)'(?::([^ ]*))?/g;

/** Parses a `tsvector` as Postgres writes it: each stem with how often it occurs in the text. */
export function parseTsvector(tsvector: string): Map<string, number> {
  const terms = new Map<string, number>();
  for (const [, written = '', places = ''] of tsvector.matchAll(LEXEME)) {
    const stem = /['\\]/.test(written) ? written.replaceAll("''", "'").replaceAll('\\\\', '\\') : written;
    terms.set(stem, places === '' ? 1 : places.split(',').length);
  }
  return terms;
}
