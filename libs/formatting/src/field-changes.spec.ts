import { fieldChangeLines } from './field-changes';

describe('fieldChangeLines', () => {
  it('shows of long texts only the lines between those that are alike', () => {
    const before = 'one\ntwo\nthree\nfour';
    const after = 'one\n2\n2b\nfour';
    expect(fieldChangeLines([{ path: 'prompt', before, after }])).toEqual([
      'prompt',
      '- two',
      '- three',
      '+ 2',
      '+ 2b',
    ]);
  });

  it('shows added and removed fields, and lists as JSON', () => {
    const changes = [
      { path: 'tools', before: ['a'], after: ['a', 'b'] },
      { path: 'name', before: 'Ann', after: undefined },
    ];
    expect(fieldChangeLines(changes)).toEqual(['tools', '- ["a"]', '+ ["a","b"]', 'name', '- Ann']);
  });

  it('shows a line that is added to equal ones', () => {
    expect(fieldChangeLines([{ path: 'p', before: 'a\na', after: 'a\na\na' }])).toEqual(['p', '+ a']);
  });
});
