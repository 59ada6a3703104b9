import type { TokenPiece } from '@crumbtrail/contracts';

/** The last piece of a turn that was shown. */
export type PiecePosition = Pick<TokenPiece, 'attempt' | 'index'>;

/** show: it comes next. drop: it was shown, or a later attempt was. gap: something before it is missing. */
export type PieceVerdict = 'show' | 'drop' | 'gap';

/** Where a piece stands against what was shown of its turn. A reset has index 0 and begins its attempt. */
export function classifyPiece(last: PiecePosition | undefined, piece: PiecePosition): PieceVerdict {
  if (last && piece.attempt < last.attempt) return 'drop';
  if (last && piece.attempt === last.attempt) {
    if (piece.index <= last.index) return 'drop';
    return piece.index === last.index + 1 ? 'show' : 'gap';
  }
  return piece.index === 0 ? 'show' : 'gap';
}

/** Does a piece add to what was shown? For pieces of the text so far, which may jump ahead. */
export function isAhead(last: PiecePosition | undefined, piece: PiecePosition): boolean {
  return (
    last === undefined || piece.attempt > last.attempt || (piece.attempt === last.attempt && piece.index > last.index)
  );
}
