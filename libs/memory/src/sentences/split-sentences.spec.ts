import { splitSentences } from './split-sentences';

describe('the sentences of a text', () => {
  const split = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end));

  it('end at a mark before white space and at the end of a line, not inside a number or after an abbreviation', () => {
    expect(split('It is 3.5 km, e.g. from Dr. Lee’s. “Really?” Yes…\n1. One\n- two\n\n---\n好。是')).toEqual([
      'It is 3.5 km, e.g. from Dr. Lee’s.',
      '“Really?”',
      'Yes…',
      '1. One',
      '- two',
      '好。',
      '是',
    ]);
  });
});
