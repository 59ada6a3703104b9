import { MOST_PROGRESS_LINES, progressLine, tellProgress } from './progress-lines';

describe('progress of a call', () => {
  it('is one line: how much of how much, and what the server says', () => {
    expect(progressLine({ progress: 3, total: 5, message: 'page 3' })).toBe('3 of 5: page 3');
    expect(progressLine({ progress: 0.5 })).toBe('0.5');
    expect(progressLine({ progress: 1, message: 'x'.repeat(900) })).toHaveLength(303);
  });

  it('leaves out repetitions and says where it stops recording', () => {
    const lines: string[] = [];
    const tell = tellProgress((line) => void lines.push(line));
    for (let progress = 0; progress < 500; progress += 1) for (const _ of [1, 2]) tell({ progress });
    expect(lines).toHaveLength(MOST_PROGRESS_LINES + 1);
    expect(lines.slice(-2)).toEqual(['99', 'Further progress is not recorded.']);
  });
});
