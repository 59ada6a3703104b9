/**
 * A piece of a reply while it is written. Ephemeral: the crumb is the truth. `attempt` grows with every try, whoever
 * makes it: a higher one resets what was shown, and a piece of a lower one is too late; `index` is the piece's place within the attempt.
 */
export interface TokenPiece {
  readonly turn: string;
  readonly agent: string;
  readonly session?: string;
  readonly attempt: number;
  readonly index: number;
  readonly kind: 'reset' | 'text' | 'end';
  readonly text: string;
  readonly audience: 'all' | 'agents' | readonly string[];
}
