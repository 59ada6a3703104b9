/** The first characters of a line say what it is; a longer line is not looked at any further. */
export const LINE_START = 400;

const FENCE = /^\s{0,40}(?:[-*+>]\s{1,4}|\d{1,3}[.)]\s{1,4})?(`{3,}|~{3,})\s{0,4}([^\s`]?)/;

/** The line that opens or closes a code block. */
export interface FenceLine {
  /** Its backticks or tildes, at least three. */
  readonly mark: string;
  /** Whether it names a language, as only opening ones do. */
  readonly opens: boolean;
}

/** The fence that a line is, in a list or a quotation too; null for any other line. */
export function readFence(line: string): FenceLine | null {
  const found = FENCE.exec(line);
  return found ? { mark: found[1] as string, opens: found[2] !== '' } : null;
}
