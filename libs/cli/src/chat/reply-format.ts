import stringWidth from 'string-width';
import { styleText } from 'node:util';

/** How a text is shown. */
export interface ReplyFormatOptions {
  /** Columns of the terminal. */
  readonly width: number;
  /** Shows **bold**, `code` and headings with styles instead of their marks. @default false */
  readonly styled?: boolean;
}

/** Wraps a text at words while it is written, and shows a little Markdown. Code blocks are neither wrapped nor changed. */
export class ReplyFormat {
  private column = 0;
  private word = '';
  private isBold = false;
  private isCode = false;
  private isHeading = false;
  private isBlock = false;

  constructor(private readonly options: ReplyFormatOptions) {}

  /** The part of the text that can be shown now: whole words. */
  add(text: string): string {
    let shown = '';
    for (const character of text) shown += /\s/.test(character) ? this.endWord(character) : this.grow(character);
    return shown;
  }

  /** The rest of the text. The next one begins anew. */
  end(): string {
    const shown = this.flush();
    this.isBold = this.isCode = this.isHeading = this.isBlock = false;
    this.column = 0;
    return shown;
  }

  private grow(character: string): string {
    this.word += character;
    return '';
  }

  private endWord(space: string): string {
    const shown = this.flush();
    if (space === '\n') {
      this.column = 0;
      this.isHeading = false;
      return `${shown}\n`;
    }
    this.column += 1;
    return shown + space;
  }

  private flush(): string {
    const { word } = this;
    this.word = '';
    if (word === '') return '';
    const isMark = this.column === 0 && this.readMark(word);
    const width = stringWidth(word);
    // The space behind the word has to fit too: in the last column it would move to the next line.
    const wraps = !this.isBlock && this.column > 0 && this.column + width >= this.options.width;
    this.column = (wraps ? 0 : this.column) + width;
    const isStyled = this.options.styled === true && !this.isBlock && !isMark;
    return (wraps ? '\n' : '') + (isStyled ? this.style(word) : word);
  }

  /** Reads the word that begins a line: true for the fence of a code block, which is shown as it is. */
  private readMark(word: string): boolean {
    const isFence = word.startsWith('```');
    if (isFence) this.isBlock = !this.isBlock;
    else if (!this.isBlock && /^#{1,6}$/.test(word)) this.isHeading = true;
    return isFence;
  }

  /** Replaces the marks in a word by the styles that they switch on and off. */
  private style(word: string): string {
    const parts = word.split(/(\*\*|`)/);
    return parts
      .map((part) => {
        if (part === '**' && !this.isCode) this.isBold = !this.isBold;
        else if (part === '`') this.isCode = !this.isCode;
        else return this.paint(part);
        return '';
      })
      .join('');
  }

  private paint(text: string): string {
    if (text === '') return '';
    const styles = [
      ...(this.isBold || this.isHeading ? (['bold'] as const) : []),
      ...(this.isCode ? (['cyan'] as const) : []),
    ];
    return styles.length === 0 ? text : styleText([...styles], text, { validateStream: false });
  }
}
