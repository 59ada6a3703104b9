import { MAX_ACTIVATION_WORK, MAX_REGEX_WORK } from '../limits';
import { compileRegexKey, type CompiledRegex, type Key, type PlainKey, type PlainKeys } from './compile-keys';
import { HitTable } from './hit-table';
import { parseRegexKey } from './linear-regex';
import { composeCharacters, foldCase } from './normal-text';
import { reaches, type KeyPlace, type Reach, type ScanText } from './where';
import { isWholeWord } from './word-boundary';

/** How a plain key is compared. */
export interface KeyMatching {
  readonly caseSensitive: boolean;
  readonly wholeWords: boolean;
}

/** What became of a key: where it was found, or why it could not be looked for; null: nowhere. */
export type KeyFinding =
  | { readonly found: KeyPlace; readonly text: string }
  | { readonly problem: 'regex_timeout' | 'regex_refused'; readonly reason: string };

interface Haystack {
  readonly text: string;
  /** Where each scanned text begins in it. */
  readonly starts: readonly number[];
  readonly places: readonly KeyPlace[];
}

interface Tables {
  readonly any: HitTable;
  readonly whole: HitTable;
}

/** The texts of one activation, searched for the keys of its entries. Every text is read once for all plain keys. */
export class KeySearch {
  private readonly scanned: ScanText[] = [];
  private readonly messagePlaces: KeyPlace[] = [];
  private readonly folded: Tables;
  private readonly exact: Tables;
  private readonly haystacks = new Map<string, Haystack>();
  private readonly regexResults = new Map<string, KeyFinding | null>();
  private readonly macroRegexes = new Map<string, Key>();
  private remainingWork = MAX_ACTIVATION_WORK;

  constructor(private readonly plain: PlainKeys) {
    const tables = (keys: number): Tables => ({
      any: new HitTable(keys, this.messagePlaces),
      whole: new HitTable(keys, this.messagePlaces),
    });
    this.folded = tables(plain.lengths.length);
    this.exact = tables(plain.exactTexts.length);
  }

  /** Adds a text. Messages are added newest first. */
  add({ place, text: written }: ScanText): void {
    const text = composeCharacters(written);
    if (place.in === 'message') this.messagePlaces.push(place);
    this.scanned.push({ place, text });
    this.haystacks.clear();
    this.plain.automaton.scan(foldCase(text), (folded, end) => this.addHit(folded, end, { place, text }));
  }

  /** Looks a key up among the texts that count. `expanded` is the text of a key with macros. */
  find(key: Key, expanded: string, reach: Reach, matching: KeyMatching): KeyFinding | null {
    if (key.type === 'plain') return this.findPlain(key, reach, matching);
    if (key.type === 'macro') return this.findExpanded(expanded, reach, matching);
    if (key.type === 'regex') return this.findRegex(key, reach);
    return { problem: 'regex_refused', reason: key.reason };
  }

  private addHit(folded: number, end: number, { place, text }: ScanText): void {
    const start = end - (this.plain.lengths[folded] as number);
    const isWhole = isWholeWord(text, start, end);
    this.folded.any.add(folded, place);
    if (isWhole) this.folded.whole.add(folded, place);
    for (const exact of this.plain.exactOfFolded[folded] as readonly number[]) {
      if (!text.startsWith(this.plain.exactTexts[exact] as string, start)) continue;
      this.exact.any.add(exact, place);
      if (isWhole) this.exact.whole.add(exact, place);
    }
  }

  private findPlain(key: PlainKey, reach: Reach, { caseSensitive, wholeWords }: KeyMatching): KeyFinding | null {
    const { any, whole } = caseSensitive ? this.exact : this.folded;
    const found = (wholeWords ? whole : any).find(caseSensitive ? key.exact : key.folded, reach);
    return found && { found, text: key.written };
  }

  private findExpanded(expanded: string, reach: Reach, matching: KeyMatching): KeyFinding | null {
    if (expanded.trim() === '') return null;
    const parsed = parseRegexKey(expanded);
    if (parsed) {
      const key = this.macroRegexes.get(expanded) ?? compileRegexKey(expanded, parsed);
      this.macroRegexes.set(expanded, key);
      return this.find(key, expanded, reach, matching);
    }
    const counted = this.scanned.filter(({ place }) => reaches(reach, place));
    const found = counted.find(({ text }) => occursIn(text, composeCharacters(expanded), matching))?.place;
    return found ? { found, text: expanded } : null;
  }

  private findRegex(key: CompiledRegex, reach: Reach): KeyFinding | null {
    const haystackKey = `${reach.depth}|${reach.fields.join()}|${reach.content}|${this.scanned.length}`;
    const resultKey = `${haystackKey}|${key.written}`;
    const known = this.regexResults.get(resultKey);
    if (known !== undefined) return known;
    const haystack = this.haystacks.get(haystackKey) ?? this.joinTexts(reach);
    this.haystacks.set(haystackKey, haystack);
    const finding = this.runRegex(key, haystack);
    this.regexResults.set(resultKey, finding);
    return finding;
  }

  /** Each text begins with U+0001, so that a pattern can say who speaks and where a message ends. */
  private joinTexts(reach: Reach): Haystack {
    const texts = this.scanned.filter(({ place }) => reaches(reach, place));
    // Messages that a wider search added later stand before the other texts, too.
    const counted = [true, false].flatMap((first) => texts.filter(({ place }) => (place.in === 'message') === first));
    const starts: number[] = [];
    let text = '';
    for (const one of counted) {
      starts.push(text.length);
      text += `\u0001${one.text}\n`;
    }
    return { text, starts, places: counted.map(({ place }) => place) };
  }

  private runRegex({ written, regex, size }: CompiledRegex, { text, starts, places }: Haystack): KeyFinding | null {
    const work = text.length * size;
    if (work > Math.min(MAX_REGEX_WORK, this.remainingWork)) {
      return { problem: 'regex_timeout', reason: `${size} instructions on ${text.length} characters` };
    }
    this.remainingWork -= work;
    const matcher = regex.matcher(text);
    if (!matcher.find() || places.length === 0) return null;
    // A match may begin with the marker of its text.
    const start = matcher.start();
    const at = starts.findLastIndex((begin) => begin <= start);
    return { found: places[at] as KeyPlace, text: written };
  }
}

function occursIn(text: string, key: string, { caseSensitive, wholeWords }: KeyMatching): boolean {
  const [searched, sought] = caseSensitive ? [text, key] : [foldCase(text), foldCase(key)];
  for (let start = searched.indexOf(sought); start >= 0; start = searched.indexOf(sought, start + 1)) {
    if (!wholeWords || isWholeWord(text, start, start + sought.length)) return true;
  }
  return false;
}
