import type { TokenPiece } from '@crumbtrail/contracts';

/** The position of the last piece of a turn that was shown. */
export type PiecePosition = Pick<TokenPiece, 'attempt' | 'index'>;

/** show: it comes next. drop: it was shown, or a later attempt was. gap: something before it is missing. */
export type PieceVerdict = 'show' | 'drop' | 'gap';

/** Classifies a piece by the last shown piece of its turn. A reset has index 0 and starts its attempt. */
export function classifyPiece(last: PiecePosition | undefined, piece: PiecePosition): PieceVerdict {
  if (last && piece.attempt < last.attempt) return 'drop';
  if (last && piece.attempt === last.attempt) {
    if (piece.index <= last.index) return 'drop';
    return piece.index === last.index + 1 ? 'show' : 'gap';
  }
  return piece.index === 0 ? 'show' : 'gap';
}

/** Whether a piece comes after the last shown one. For pieces of the text so far, which may skip indexes. */
export function isAhead(last: PiecePosition | undefined, piece: PiecePosition): boolean {
  return (
    last === undefined || piece.attempt > last.attempt || (piece.attempt === last.attempt && piece.index > last.index)
  );
}
