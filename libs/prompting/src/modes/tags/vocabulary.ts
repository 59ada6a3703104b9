/** A tag as it was written, whatever it is. */
export interface WrittenTag {
  readonly name: string;
  readonly closing: boolean;
  /** `<name/>`. */
  readonly empty: boolean;
  /** Nothing but the name stands in it. */
  readonly clean: boolean;
}

/** What a tag is to the mode. */
export type TagKind = 'thinking' | 'speak' | 'wait' | 'observation' | 'tool' | 'stranger';

/** Characters that a tag may have before it is no tag. */
const LONGEST_TAG = 160;
const TAG = /^<(\/?)([A-Za-z][A-Za-z0-9_-]*)(?:([\s/][^<>]*))?>$/;
const BEGINNING = /^<\/?(?:[A-Za-z][A-Za-z0-9_-]*(?:[\s/][^<>]*)?)?$/;
const NAME_SO_FAR = /^<\/?([A-Za-z0-9_-]*)(.?)/s;
const OWN = ['thinking', 'think', 'speak', 'wait', 'observation'] as const;

/** How the model's own observation begins: it is cut there. */
export const FORGED_OBSERVATION = '<observation';

/** May a tool not be called by a tag of its name? */
export function isReserved(name: string): boolean {
  return /^(?:think|thinking|speak|wait|observation.*)$/i.test(name);
}

/** The tag that the text is; undefined when it is none. */
export function tagIn(text: string): WrittenTag | undefined {
  const [, slash, name, rest = ''] = TAG.exec(text) ?? [];
  if (name === undefined) return undefined;
  const bare = rest.trim();
  return { name, closing: slash === '/', empty: bare === '/', clean: bare === '' || (bare === '/' && slash === '') };
}

/** Can the text, which begins with `<`, still become a tag? */
export function mayBecomeTag(text: string): boolean {
  return text.length <= LONGEST_TAG && BEGINNING.test(text);
}

/** The words of a turn: its tools, and those of the mode itself. */
export class TagVocabulary {
  private readonly tools: ReadonlySet<string>;

  constructor(tools: readonly string[]) {
    this.tools = new Set(tools.filter((name) => !isReserved(name)));
  }

  kindOf(name: string): TagKind {
    const own = OWN.find((word) => word === name.toLowerCase());
    if (own) return own === 'think' ? 'thinking' : own;
    return this.tools.has(name) ? 'tool' : 'stranger';
  }

  /** Can the beginning of a tag become one of a word of ours? */
  mayBecomeOurs(text: string): boolean {
    const [, name = '', next] = NAME_SO_FAR.exec(text) ?? [];
    if (next !== '') return this.kindOf(name) !== 'stranger';
    const own = OWN.some((word) => word.startsWith(name.toLowerCase()));
    return own || [...this.tools].some((word) => word.startsWith(name));
  }
}
