const UNITS = 65_536;
/** Most cells of a table of all transitions, of four bytes each. Beyond it, transitions are looked up by failure links. */
const MAX_CELLS = 4_000_000;

/** All transitions: a row for each state, a column for each unit that occurs in a keyword; column 0 is any other unit. */
interface TransitionTable {
  readonly columns: number;
  readonly columnOf: Uint16Array;
  readonly cells: Int32Array;
}

/** Receives each occurrence: the index of the keyword and the position behind it. */
export type OnKeyword = (keyword: number, end: number) => void;

/**
 * Finds all occurrences of many keywords in one reading of a text (Aho and Corasick, 1975). Time to build it is linear in the characters of the
 * keywords, and time to search is linear in the text and its occurrences. Keywords are distinct and not empty; units are UTF-16.
 */
export class KeywordAutomaton {
  private readonly root = new Int32Array(UNITS);
  private readonly table: EdgeTable;
  private readonly parent: Int32Array;
  private readonly unit: Uint16Array;
  private readonly depth: Int32Array;
  private readonly failure: Int32Array;
  /** The keyword that ends in a state; -1: none. */
  private readonly keyword: Int32Array;
  /** The longest proper suffix of a state in which a keyword ends; 0: none. */
  private readonly suffix: Int32Array;
  private states = 1;
  /** Null: too large. */
  private readonly transitions: TransitionTable | null;

  constructor(keywords: readonly string[]) {
    const most = keywords.reduce((sum, keyword) => sum + keyword.length, 1);
    this.table = new EdgeTable(most);
    this.parent = new Int32Array(most);
    this.unit = new Uint16Array(most);
    this.depth = new Int32Array(most);
    this.failure = new Int32Array(most);
    this.keyword = new Int32Array(most).fill(-1);
    this.suffix = new Int32Array(most);
    keywords.forEach((keyword, index) => this.insert(keyword, index));
    const order = this.byDepth();
    this.linkFailures(order);
    this.transitions = this.tabulate(order);
  }

  /** Reports every occurrence, overlapping ones too, in the order of their ends. */
  scan(text: string, onKeyword: OnKeyword): void {
    if (this.transitions) return this.scanTable(this.transitions, text, onKeyword);
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      state = this.next(state, text.charCodeAt(at));
      this.report(state, at + 1, onKeyword);
    }
  }

  private scanTable({ columns, columnOf, cells }: TransitionTable, text: string, onKeyword: OnKeyword): void {
    const { keyword, suffix } = this;
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      state = cells[state * columns + (columnOf[text.charCodeAt(at)] as number)] as number;
      if ((keyword[state] as number) >= 0 || (suffix[state] as number) > 0) this.report(state, at + 1, onKeyword);
    }
  }

  private report(state: number, end: number, onKeyword: OnKeyword): void {
    let hit = (this.keyword[state] as number) >= 0 ? state : (this.suffix[state] as number);
    for (; hit > 0; hit = this.suffix[hit] as number) onKeyword(this.keyword[hit] as number, end);
  }

  private tabulate(order: Int32Array): TransitionTable | null {
    const columnOf = new Uint16Array(UNITS);
    let columns = 1;
    for (const state of order) {
      const unit = this.unit[state] as number;
      if (columnOf[unit] === 0) columnOf[unit] = columns++;
    }
    if (columns * this.states > MAX_CELLS) return null;
    const cells = new Int32Array(columns * this.states);
    for (const state of order) {
      const column = columnOf[this.unit[state] as number] as number;
      cells[(this.parent[state] as number) * columns + column] = state;
    }
    // A failure link leads to a state nearer to the root, whose row is complete.
    for (const state of order) {
      const [row, failure] = [state * columns, (this.failure[state] as number) * columns];
      for (let column = 1; column < columns; column += 1) cells[row + column] ||= cells[failure + column] as number;
    }
    return { columns, columnOf, cells };
  }

  private child(state: number, unit: number): number {
    return state === 0 ? (this.root[unit] as number) : this.table.get(state, unit);
  }

  private next(from: number, unit: number): number {
    let state = from;
    while (state !== 0) {
      const target = this.table.get(state, unit);
      if (target !== 0) return target;
      state = this.failure[state] as number;
    }
    return this.root[unit] as number;
  }

  private insert(keyword: string, index: number): void {
    let state = 0;
    for (let at = 0; at < keyword.length; at += 1) {
      const unit = keyword.charCodeAt(at);
      state = this.child(state, unit) || this.addState(state, unit);
    }
    this.keyword[state] = index;
  }

  private addState(parent: number, unit: number): number {
    const state = this.states;
    this.states += 1;
    this.parent[state] = parent;
    this.unit[state] = unit;
    this.depth[state] = (this.depth[parent] as number) + 1;
    if (parent === 0) this.root[unit] = state;
    else this.table.set(parent, unit, state);
    return state;
  }

  private linkFailures(order: Int32Array): void {
    for (const state of order) {
      const parent = this.parent[state] as number;
      const failure = parent === 0 ? 0 : this.next(this.failure[parent] as number, this.unit[state] as number);
      this.failure[state] = failure;
      this.suffix[state] = (this.keyword[failure] as number) >= 0 ? failure : (this.suffix[failure] as number);
    }
  }

  /** All states but the root, the nearest to it first. */
  private byDepth(): Int32Array {
    const depths = this.depth.subarray(1, this.states);
    const starts = new Int32Array(depths.reduce((most, depth) => Math.max(most, depth), 0) + 2);
    for (const depth of depths) starts[depth + 1] = (starts[depth + 1] as number) + 1;
    for (let depth = 1; depth < starts.length; depth += 1)
      starts[depth] = (starts[depth] as number) + (starts[depth - 1] as number);
    const order = new Int32Array(depths.length);
    depths.forEach((depth, index) => {
      const place = starts[depth] as number;
      order[place] = index + 1;
      starts[depth] = place + 1;
    });
    return order;
  }
}

/** A hash table of (state, unit) → state in typed arrays: three numbers in a row for each edge. */
class EdgeTable {
  private readonly shift: number;
  private readonly mask: number;
  private readonly edges: Int32Array;

  constructor(edges: number) {
    const bits = Math.max(4, Math.ceil(Math.log2(edges * 3)));
    this.shift = 32 - bits;
    this.mask = 2 ** bits - 1;
    this.edges = new Int32Array(2 ** bits * 4);
  }

  get(state: number, unit: number): number {
    return this.edges[this.slot(state, unit) + 2] as number;
  }

  set(state: number, unit: number, target: number): void {
    const slot = this.slot(state, unit);
    this.edges[slot] = state;
    this.edges[slot + 1] = unit;
    this.edges[slot + 2] = target;
  }

  private slot(state: number, unit: number): number {
    const { edges, mask } = this;
    let slot = Math.imul(Math.imul(state, 0x9e3779b1) ^ unit, 0x85ebca6b) >>> this.shift;
    while (edges[slot * 4 + 2] !== 0 && (edges[slot * 4] !== state || edges[slot * 4 + 1] !== unit)) {
      slot = (slot + 1) & mask;
    }
    return slot * 4;
  }
}
