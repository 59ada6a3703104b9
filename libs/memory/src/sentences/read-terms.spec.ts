import { TermReader } from './read-terms';

const read = (text: string) => [...new TermReader().read(text)];

describe('the terms of a text', () => {
  it('are numbers, names, identifiers and stems; a number with its unit in one word is one term', () => {
    expect(read('We waited 300ms for 3.5km of Flask, and 1,000 routes')).toEqual([
      ['wait', 'word'],
      ['300ms', 'name'],
      ['3', 'number'],
      ['5km', 'name'],
      ['flask', 'name'],
      ['1000', 'number'],
      ['rout', 'word'],
    ]);
    expect(read('É 300ms')).toContainEqual(['300ms', 'name']);
  });
});
