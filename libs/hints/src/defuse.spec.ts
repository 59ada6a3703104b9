import fc from 'fast-check';
import { defuse } from './defuse';
import { words } from './simhash';

const pieces = fc.constantFrom(
  '<|im_start|>',
  '[INST]',
  '<<SYS>>',
  "don't",
  'A9',
  ' ',
  '  ',
  '\n',
  '\t',
  "'",
  '<',
  '[',
  'x',
);
const ascii = fc
  .array(fc.oneof(pieces, fc.string({ unit: 'binary-ascii' })), { maxLength: 12 })
  .map((all) => all.join(''));

describe('texts of ASCII characters, which are read faster', () => {
  it('have the same words as with another character behind them', () => {
    fc.assert(fc.property(ascii, (text) => expect(words(`${text} é`)).toEqual([...words(text), 'é'])));
  });

  it('are made as safe as with another character behind them', () => {
    fc.assert(fc.property(ascii, (text) => expect(defuse(`${text}xé`)).toBe(`${defuse(`${text}x`)}é`)));
  });
});
