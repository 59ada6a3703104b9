const LEXEME = /'((?:[^'\\]|''|\\\\)*)'(?::([^ ]*))?/g;

/** From this length on, V8 makes a part of a text a reference to the whole of it. */
const SLICED = 13;

/** A copy of a stem that does not keep the `tsvector` in memory that it is part of. */
const copyStem = (stem: string): string =>
  stem.length < SLICED ? stem : Buffer.from(stem, 'utf16le').toString('utf16le');

/** Parses a `tsvector` as Postgres writes it: each stem with how often it occurs in the text. */
export function parseTsvector(tsvector: string): Map<string, number> {
  const terms = new Map<string, number>();
  for (const [, written = '', places = ''] of tsvector.matchAll(LEXEME)) {
    const stem = /['\\]/.test(written) ? written.replaceAll("''", "'").replaceAll('\\\\', '\\') : written;
    terms.set(copyStem(stem), places === '' ? 1 : places.split(',').length);
  }
  return terms;
}
