import { describeCause, readTriggers } from './diff-causes';

const [A, B] = ['018f2f64-0000-7000-8000-000000000001', '018f2f64-0000-7000-8000-000000000002'];

describe('causes of a difference', () => {
  it('readTriggers reads the ids of two different messages, and nothing where one of them is missing', () => {
    expect(readTriggers(`trigger: ${A} version 1, then ${B} version 2`)).toEqual([A, B]);
    expect(readTriggers(`trigger: ${A} version 1, then none`)).toBeUndefined();
    expect(readTriggers('format: markdown, then lmml')).toBeUndefined();
  });

  it('describeCause writes positions with separators and leaves other causes as they are', () => {
    expect(describeCause('position: 5807, then 15811')).toBe('position in the log: 5,807, then 15,811');
    expect(describeCause('format: markdown, then lmml')).toBe('format: markdown, then lmml');
  });
});
