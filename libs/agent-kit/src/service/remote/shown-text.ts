import type { ModelListener } from '@crumbtrail/prompting';
import { RemoteRefusal } from './remote-errors';

/** The longest answer, in characters. */
const MOST_CHARACTERS = 1_000_000;

/** What viewers have seen of the answer of an agent elsewhere. */
export class ShownText {
  private pieces: string[] = [];
  private length = 0;
  private attempts = 0;

  constructor(private readonly listener: ModelListener) {}

  get text(): string {
    if (this.pieces.length > 1) this.pieces = [this.pieces.join('')];
    return this.pieces[0] ?? '';
  }

  /** Shows the answer as it is known now; where it does not continue what was shown, in place of it. */
  show(whole: string): void {
    requireLength(whole.length);
    if (!whole.startsWith(this.text)) this.begin();
    this.append(whole.slice(this.length));
  }

  /** Adds a piece. */
  append(piece: string): void {
    requireLength(this.length + piece.length);
    if (this.attempts === 0) this.begin();
    if (piece === '') return;
    this.listener.text(piece);
    this.pieces.push(piece);
    this.length += piece.length;
  }

  /** Adds a paragraph. */
  addParagraph(paragraph: string): void {
    this.append(this.length === 0 ? paragraph : `\n\n${paragraph}`);
  }

  /** Shows nothing any more, because the answer begins anew. */
  begin(): void {
    this.attempts += 1;
    this.listener.attempt(this.attempts);
    this.pieces = [];
    this.length = 0;
  }
}

function requireLength(length: number): void {
  if (length > MOST_CHARACTERS)
    throw new RemoteRefusal('cut_off', `its answer is longer than ${MOST_CHARACTERS} characters`);
}
