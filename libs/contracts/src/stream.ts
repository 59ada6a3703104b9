/**
 * A piece of a reply in progress. Not stored: the crumb is the record. `attempt` grows with every attempt, in whichever process: a piece
 * of a higher attempt resets what was shown, and a piece of a lower one is ignored. `index` is the piece's place within the attempt.
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
