import type { CrumbAuthor, Envelope, Ref } from '../record';

/** Where a position is in a JSON object or array. */
export interface JsonPlace {
  /** From the outermost level inwards: of each open object its current key, or null between two members; of each open array the current index, from 0. */
  readonly path: readonly (string | number | null)[];
  /** The beginning of the string that the position is in; absent outside of strings. */
  readonly string?: string;
  /** Whether what stands before has comments, names without quotes, or other things that JSON itself does not have. */
  readonly loose?: true;
}

/** The blocks that a position in a text is inside of. Lines have 400 characters at most. */
export interface EnclosingBlocks {
  /** A code block: the line that opens it, its first line that is not empty (absent before that), and whether more lines came before the position. */
  readonly code?: {
    readonly fence: string;
    readonly first?: string;
    readonly more?: true;
    /** The lines of functions, classes, keys and sections that the position may be inside of, by their indentation, the innermost last; absent for none. */
    readonly scopes?: readonly string[];
  };
  /** A table: its heading row, the row of dashes under it, if any, and whether more rows came before the position. */
  readonly table?: { readonly heading: string; readonly dashes?: string; readonly more?: true };
  readonly json?: JsonPlace;
}

/**
 * One piece of indexed text that may enter a context. `rank` counts from 1 within its source. A candidate below the floor of every source
 * that found it comes without its text, digest, SimHash, information and vector: it is only listed in the account.
 */
export interface Candidate extends Ref {
  readonly workspace: string;
  readonly chunk: number;
  readonly chunks: number;
  readonly position: number;
  readonly schema_name: string;
  readonly session?: string;
  readonly author: CrumbAuthor;
  readonly audience: Envelope['audience'];
  /** The readers whose answers it may inform; absent where that is its audience. */
  readonly informs?: Envelope['audience'];
  readonly imported: boolean;
  readonly occurred_at: string;
  readonly expires_at?: string;
  /** Rendered through its llm_hints; empty when rendering failed, see `hint_error`. */
  readonly text: string;
  /** The blocks that a later chunk of a text begins inside of; absent where it is none, and where the text before was not read. */
  readonly enclosing?: EnclosingBlocks;
  readonly hint_error?: string;
  /** The first 7 hex digits of the SHA-256 of its text; a replay compares them to detect a different text. */
  readonly digest: string;
  readonly tokens: number;
  /** 64 bits, 16 hex digits. */
  readonly simhash: string;
  /** Information content of its words in bits, by the workspace's statistics: the sum of log2 of the rarity of each distinct stem. */
  readonly information: number;
  /** Unit vector of the serving embedder; only on the best candidates of a searching source, for finding near-duplicates. */
  readonly vector?: readonly number[];
  readonly rank: number;
  readonly score: number;
  /** The contribution of each feature to `score`; they add up to it. */
  readonly scores: Readonly<Record<string, number>>;
}
