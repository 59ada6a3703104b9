/**
 * Filters streamed text, in pieces cut anywhere: `take` returns what can pass immediately, `rest` what is left at the
 * end.
 */
export interface TextFilter {
  take(piece: string): string;
  rest(): string;
}

const OPENINGS = ['<think>', '<thinking>'] as const;
const CLOSING = /<\/think(?:ing)?>/;
const LONGEST_CLOSING = '</thinking>'.length;

/** Removes a block of thinking in tags at the beginning of a text, and the blanks after it. */
export class ThinkingFilter implements TextFilter {
  private place: 'start' | 'inside' | 'through' = 'start';
  private thought = false;
  private held = '';

  take(piece: string): string {
    if (this.place === 'through') return piece;
    this.held += piece;
    for (;;) {
      if (this.place === 'inside' && !this.leave()) return '';
      const begun = this.held.trimStart();
      const opening = OPENINGS.find((tag) => begun.startsWith(tag));
      if (opening === undefined) return this.letThrough(begun);
      this.held = begun.slice(opening.length);
      this.place = 'inside';
    }
  }

  rest(): string {
    return this.place === 'start' ? this.release() : '';
  }

  /** Moves past the closing tag if it is present; otherwise keeps only what may be the beginning of one. */
  private leave(): boolean {
    const closing = CLOSING.exec(this.held);
    if (!closing) {
      this.held = this.held.slice(1 - LONGEST_CLOSING);
      return false;
    }
    this.held = this.held.slice(closing.index + closing[0].length);
    this.place = 'start';
    this.thought = true;
    return true;
  }

  private letThrough(begun: string): string {
    if (OPENINGS.some((tag) => tag.startsWith(begun))) return '';
    this.place = 'through';
    return this.release();
  }

  private release(): string {
    const held = this.thought ? this.held.trimStart() : this.held;
    this.held = '';
    return held;
  }
}

/** Removes the repeated beginning that some servers send first when they continue a text. */
export class EchoFilter implements TextFilter {
  private held = '';
  private through = false;

  constructor(private readonly begun: string) {}

  take(piece: string): string {
    if (this.through) return piece;
    this.held += piece;
    if (this.begun.startsWith(this.held) && this.held !== this.begun) return '';
    this.through = true;
    return this.held.startsWith(this.begun) ? this.held.slice(this.begun.length) : this.held;
  }

  rest(): string {
    return this.through ? '' : this.held;
  }
}
