import type { TokenPiece } from '@crumbtrail/contracts';

/**
 * Converts the pieces of a reply into deltas, which cannot be retracted. When a reply restarts (the model failed, or used a
 * tool), nothing is sent while the text repeats what was sent; a different text is sent whole.
 */
export class DeltaText {
  private told = '';
  private heard = '';

  /** `restart` sends a text that does not continue what was sent. Default: after a blank line. */
  constructor(
    private readonly send: (delta: string) => void,
    private readonly restart = (text: string): void => send(`\n\n${text}`),
  ) {}

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
    if (text.startsWith(this.told)) this.send(text.slice(this.told.length));
    else this.restart(text);
    this.told = text;
  }
}
