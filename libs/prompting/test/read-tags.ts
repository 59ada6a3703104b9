import { TagVocabulary } from '../src/modes/tags/vocabulary';
import type { TagOutcome } from '../src/modes/tags/outcome';
import { TagReader } from '../src/modes/tags/reader';

export const LEXICON = new TagVocabulary(['check_will', 'get-role', 'find', 'Wait', 'observations']);

/** The outcome of reading a reply. */
export interface Heard {
  readonly outcome: TagOutcome;
  readonly shown: string;
  readonly text: string;
  readonly stopped: boolean;
}

/** Reads a reply that arrives in these pieces, until the reader stops. */
export function heardIn(pieces: readonly string[]): Heard {
  const reader = new TagReader(LEXICON);
  let shown = '';
  let stopped = false;
  for (const piece of pieces) {
    const { show, stop } = reader.push(piece);
    shown += show;
    stopped = stop;
    if (stop) break;
  }
  return { outcome: reader.end(), shown, text: reader.text(), stopped };
}
