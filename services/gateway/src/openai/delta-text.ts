import type { TokenPiece } from '@crumbtrail/contracts';

/**
 * Converts the pieces of a reply into deltas, which cannot be retracted. When a reply restarts (the model failed, or used a
 * tool), nothing is sent while the text repeats what was sent; a different text is sent whole after a blank line.
 */
export class DeltaText {
  private told = '';
  private heard = '';

  constructor(private readonly send: (delta: string) => void) {}

  /** The text of the reply that was sent. */
  get shown(): string {
    return this.told;
  }

  take({ kind, text }: Pick<TokenPiece, 'kind' | 'text'>): void {
    if (kind === 'reset') this.heard = '';
    if (kind !== 'text') return;
    this.heard += text;
    this.tell(this.heard);
  }

  /** Sends the part of the complete reply that was not sent yet. */
  finish(whole: string): void {
    if (whole !== '') this.tell(whole);
  }

  private tell(text: string): void {
    if (this.told.startsWith(text)) return;
    this.send(text.startsWith(this.told) ? text.slice(this.told.length) : `\n\n${text}`);
    this.told = text;
  }
}
