import type { TextStems } from '../embedders/text-stems';
import type { OutlineColumns } from './outline-columns';

/** The stems of a chunk, read from the columns: a map of them for each chunk that is ranked takes a megabyte a question. */
export class OutlineStems implements TextStems {
  private readonly start: number;
  private readonly end: number;

  constructor(
    private readonly columns: OutlineColumns,
    at: number,
  ) {
    this.start = columns.startOf(at);
    this.end = columns.endOf(at);
  }

  get size(): number {
    return this.end - this.start;
  }

  get(stem: string): number | undefined {
    const { terms, frequencies, tables } = this.columns;
    const number = tables.findStem(stem);
    if (number === undefined) return undefined;
    for (let nth = this.start; nth < this.end; nth += 1) if (terms[nth] === number) return frequencies[nth];
    return undefined;
  }

  findValues<Value>(map: ReadonlyMap<string, Value>): readonly Value[] | null {
    const { terms, tables } = this.columns;
    const known = tables.valuesOf(map);
    const values: Value[] = [];
    for (let nth = this.start; nth < this.end; nth += 1) {
      const number = terms[nth] as number;
      const value = (known[number] ??= map.get(tables.stems[number] as string));
      if (value === undefined) return null;
      values.push(value);
    }
    return values;
  }

  keys(): string[] {
    const { terms, tables } = this.columns;
    const stems: string[] = [];
    for (let nth = this.start; nth < this.end; nth += 1) stems.push(tables.stems[terms[nth] as number] as string);
    return stems;
  }
}
