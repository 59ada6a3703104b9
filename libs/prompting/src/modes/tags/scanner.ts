import { FORGED_OBSERVATION, mayBecomeTag, tagIn, type WrittenTag } from './vocabulary';

/** A token of a reply: text, a tag, or the beginning of an observation that the model writes itself. */
export type TagToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tag'; readonly tag: WrittenTag; readonly text: string }
  | { readonly kind: 'forgery' };

/** Which tags count at the current position; all others are text. */
export interface TagRule {
  /** True if a text that starts like this can become a tag. */
  mayBegin(text: string): boolean;
  counts(tag: WrittenTag): boolean;
}

/** Combines the characters of a reply into tags and text. */
export class TagScanner {
  private begun = '';

  /** The tokens that one more character completes. */
  take(sign: string, counting: TagRule): readonly TagToken[] {
    if (this.begun === '') return this.begin(sign);
    if (sign === '>') return this.end(counting);
    const text = this.begun + sign;
    if (sign === '<' || !mayBecomeTag(text) || !counting.mayBegin(text)) return this.release(sign);
    this.begun = text;
    return text.toLowerCase() === FORGED_OBSERVATION ? [{ kind: 'forgery' }] : [];
  }

  private begin(sign: string): readonly TagToken[] {
    if (sign !== '<') return [{ kind: 'text', text: sign }];
    this.begun = sign;
    return [];
  }

  private end(counting: TagRule): readonly TagToken[] {
    const text = `${this.begun}>`;
    const tag = tagIn(text);
    this.begun = '';
    return tag && counting.counts(tag) ? [{ kind: 'tag', tag, text }] : [{ kind: 'text', text }];
  }

  private release(sign: string): readonly TagToken[] {
    const text = this.begun;
    this.begun = '';
    return [{ kind: 'text', text }, ...this.begin(sign)];
  }
}
