/** A tag as it was written. */
export interface WrittenTag {
  readonly name: string;
  readonly closing: boolean;
  /** `<name/>`. */
  readonly empty: boolean;
  /** The tag contains nothing but its name. */
  readonly clean: boolean;
}

/** What a tag means to the mode. */
export type TagKind = 'thinking' | 'speak' | 'wait' | 'observation' | 'tool' | 'stranger';

/** Maximum characters of a tag; longer text is not a tag. */
const LONGEST_TAG = 160;
const TAG = /^<(\/?)([A-Za-z][A-Za-z0-9_-]*)(?:([\s/][^<>]*))?>$/;
const BEGINNING = /^<\/?(?:[A-Za-z][A-Za-z0-9_-]*(?:[\s/][^<>]*)?)?$/;
const NAME_SO_FAR = /^<\/?([A-Za-z0-9_-]*)(.?)/s;
const OWN = ['thinking', 'think', 'speak', 'wait', 'observation'] as const;

/** How an observation that the model writes itself begins: the reply is truncated there. */
export const FORGED_OBSERVATION = '<observation';

/** Whether the name cannot be used as a tool tag. */
export function isReservedTag(name: string): boolean {
  return /^(?:think|thinking|speak|wait|observation.*)$/i.test(name);
}

/** Parses a tag; undefined when the text is not one. */
export function tagIn(text: string): WrittenTag | undefined {
  const [, slash, name, rest = ''] = TAG.exec(text) ?? [];
  if (name === undefined) return undefined;
  const bare = rest.trim();
  return { name, closing: slash === '/', empty: bare === '/', clean: bare === '' || (bare === '/' && slash === '') };
}

/** True if the text, which starts with `<`, can still become a tag. */
export function mayBecomeTag(text: string): boolean {
  return text.length <= LONGEST_TAG && BEGINNING.test(text);
}

/** The tag names of a turn: its tools, and those of the mode itself. */
export class TagVocabulary {
  private readonly tools: ReadonlySet<string>;

  constructor(tools: readonly string[]) {
    this.tools = new Set(tools.filter((name) => !isReservedTag(name)));
  }

  kindOf(name: string): TagKind {
    const own = OWN.find((word) => word === name.toLowerCase());
    if (own) return own === 'think' ? 'thinking' : own;
    return this.tools.has(name) ? 'tool' : 'stranger';
  }

  /** Whether the beginning of a tag can become one of these names. */
  mayBecomeOurs(text: string): boolean {
    const [, name = '', next] = NAME_SO_FAR.exec(text) ?? [];
    if (next !== '') return this.kindOf(name) !== 'stranger';
    const own = OWN.some((word) => word.startsWith(name.toLowerCase()));
    return own || [...this.tools].some((word) => word.startsWith(name));
  }
}
