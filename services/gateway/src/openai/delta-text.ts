import type { TokenPiece } from '@crumbtrail/contracts';

/**
 * Turns what is heard of a reply into deltas, which can never be taken back. A reply that begins anew (the model failed, or
 * has used a tool) goes on in silence as long as it says the same; where it says something else, it stands after a blank line.
 */
export class DeltaText {
  private told = '';
  private heard = '';

  constructor(private readonly send: (delta: string) => void) {}

  take({ kind, text }: Pick<TokenPiece, 'kind' | 'text'>): void {
    if (kind === 'reset') this.heard = '';
    if (kind !== 'text') return;
    this.heard += text;
    this.tell(this.heard);
  }

  /** The whole reply is there: what is missing of it is sent. */
  finish(whole: string): void {
    if (whole !== '') this.tell(whole);
  }

  private tell(text: string): void {
    if (this.told.startsWith(text)) return;
    this.send(text.startsWith(this.told) ? text.slice(this.told.length) : `\n\n${text}`);
    this.told = text;
  }
}
