import { FORGED_OBSERVATION, mayBecomeTag, tagIn, type WrittenTag } from './vocabulary';

/** What signs come to: text, a tag, or the beginning of an observation that the model writes itself. */
export type TagToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tag'; readonly tag: WrittenTag; readonly text: string }
  | { readonly kind: 'forgery' };

/** Which tags count where the reading is; all others are text. */
export interface TagRule {
  /** Can what begins so become one? */
  mayBegin(text: string): boolean;
  counts(tag: WrittenTag): boolean;
}

/** Puts the signs of a reply together to tags and text. */
export class TagScanner {
  private begun = '';

  /** What one more sign brings to light. */
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
