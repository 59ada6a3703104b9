import type { RE2JS } from 're2js';
import { KeywordAutomaton } from './keyword-automaton';
import { compileRegex, parseRegexKey, type RegexKey } from './linear-regex';
import { composeCharacters, foldCase } from './normal-text';

/** A key that is ready to be looked up. */
export type Key = PlainKey | CompiledRegex | RefusedRegex | MacroKey;

export interface PlainKey {
  readonly type: 'plain';
  readonly written: string;
  /** Index of its folded text in the automaton. */
  readonly folded: number;
  /** Index of its exact text. */
  readonly exact: number;
}

export interface CompiledRegex {
  readonly type: 'regex';
  readonly written: string;
  readonly regex: RE2JS;
  readonly size: number;
}

export interface RefusedRegex {
  readonly type: 'refused';
  readonly written: string;
  readonly reason: string;
}

/** A key with macros, which is known when they are expanded. */
export interface MacroKey {
  readonly type: 'macro';
  readonly written: string;
}

/** A key that is a regular expression, compiled or refused with the reason. */
export function compileRegexKey(written: string, parsed: RegexKey): CompiledRegex | RefusedRegex {
  try {
    const regex = compileRegex(parsed);
    return { type: 'regex', written, regex, size: regex.programSize() };
  } catch (error) {
    return { type: 'refused', written, reason: (error as Error).message };
  }
}

/** All plain keys of a set of entries, each text once. */
export class KeyTable {
  private readonly foldedIndex = new Map<string, number>();
  private readonly exactIndex = new Map<string, number>();
  private readonly exactOfFolded: number[][] = [];
  private readonly exactTexts: string[] = [];

  /** Adds a key, and returns it ready to be looked up. */
  add(written: string): Key {
    if (written.includes('{{')) return { type: 'macro', written };
    const parsed = parseRegexKey(written);
    return parsed ? compileRegexKey(written, parsed) : this.addPlain(written);
  }

  /** The automaton over all folded texts. */
  compile(): PlainKeys {
    return {
      automaton: new KeywordAutomaton([...this.foldedIndex.keys()]),
      lengths: Int32Array.from(this.foldedIndex.keys(), (text) => text.length),
      exactOfFolded: this.exactOfFolded,
      exactTexts: this.exactTexts,
    };
  }

  /** Blanks around a key stand there by mistake, as after the comma of a list. */
  private addPlain(written: string): PlainKey {
    const text = composeCharacters(written.trim() || written);
    const folded = foldCase(text);
    const index = this.foldedIndex.get(folded) ?? this.foldedIndex.size;
    this.foldedIndex.set(folded, index);
    return { type: 'plain', written, folded: index, exact: this.exactOf(text, index) };
  }

  private exactOf(text: string, folded: number): number {
    const known = this.exactIndex.get(text);
    if (known !== undefined) return known;
    const exact = this.exactTexts.push(text) - 1;
    this.exactIndex.set(text, exact);
    (this.exactOfFolded[folded] ??= []).push(exact);
    return exact;
  }
}

/** Plain keys, compiled. */
export interface PlainKeys {
  readonly automaton: KeywordAutomaton;
  /** Length of each folded text. */
  readonly lengths: Int32Array;
  /** The exact texts that have a folded text. */
  readonly exactOfFolded: readonly (readonly number[])[];
  readonly exactTexts: readonly string[];
}
