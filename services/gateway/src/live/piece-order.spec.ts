import { isAhead, classifyPiece } from './piece-order';

const at = (attempt: number, index: number): { attempt: number; index: number } => ({ attempt, index });

describe('the order of pieces', () => {
  test.each([
    ['the first of a reply is shown', undefined, at(1, 0), 'show'],
    ['the middle of a reply that nobody saw the beginning of leaves a gap', undefined, at(1, 4), 'gap'],
    ['the next is shown', at(1, 4), at(1, 5), 'show'],
    ['one that was shown is dropped', at(1, 4), at(1, 4), 'drop'],
    ['one after a lost one leaves a gap', at(1, 4), at(1, 6), 'gap'],
    ['a new attempt begins anew', at(1, 4), at(2, 0), 'show'],
    ['a new attempt without its beginning leaves a gap', at(1, 4), at(2, 3), 'gap'],
    ['a late piece of an older attempt is dropped', at(2, 1), at(1, 9), 'drop'],
  ] as const)('%s', (_, last, piece, verdict) => {
    expect(classifyPiece(last, piece)).toBe(verdict);
  });

  test('the text so far is news only where it goes on from what was shown', () => {
    expect([
      isAhead(undefined, at(1, 0)),
      isAhead(at(1, 4), at(1, 4)),
      isAhead(at(1, 4), at(1, 9)),
      isAhead(at(1, 4), at(2, 0)),
    ]).toEqual([true, false, true, true]);
  });
});
