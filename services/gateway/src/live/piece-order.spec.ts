import { isAhead, classifyPiece } from './piece-order';

const at = (attempt: number, index: number): { attempt: number; index: number } => ({ attempt, index });

describe('piece order', () => {
  test.each([
    ['the first piece of a reply is shown', undefined, at(1, 0), 'show'],
    ['a first piece from the middle of a reply is a gap', undefined, at(1, 4), 'gap'],
    ['the next piece is shown', at(1, 4), at(1, 5), 'show'],
    ['a piece that was shown already is dropped', at(1, 4), at(1, 4), 'drop'],
    ['a piece after a lost one is a gap', at(1, 4), at(1, 6), 'gap'],
    ['the first piece of a new attempt is shown', at(1, 4), at(2, 0), 'show'],
    ['a new attempt without its first piece is a gap', at(1, 4), at(2, 3), 'gap'],
    ['a late piece of an older attempt is dropped', at(2, 1), at(1, 9), 'drop'],
  ] as const)('%s', (_, last, piece, verdict) => {
    expect(classifyPiece(last, piece)).toBe(verdict);
  });

  test('the text so far is new only if it continues after the last shown piece', () => {
    expect([
      isAhead(undefined, at(1, 0)),
      isAhead(at(1, 4), at(1, 4)),
      isAhead(at(1, 4), at(1, 9)),
      isAhead(at(1, 4), at(2, 0)),
    ]).toEqual([true, false, true, true]);
  });
});
