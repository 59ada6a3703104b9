import { fingerprintOf } from './fingerprint';
import { readValueStatement, replacedValues, type ValueStatement } from './value-statement';

const statement = (text: string): ValueStatement => {
  const read = readValueStatement(fingerprintOf(text));
  if (!read) throw new Error(`No statement: ${text}`);
  return read;
};
const replaced = (older: string, newer: string): readonly string[] =>
  replacedValues(statement(older), statement(newer));

test.each([
  ['a number', 'The dashboard runs on port 8443.', 'the dashboard runs on port 9443', ['8443']],
  [
    'a number, corrected',
    'The dashboard runs on port 8443 since Monday.',
    'Sorry, the dashboard now runs on port 9443!',
    ['8443'],
  ],
  ['a number in words', 'We have five replicas in Lisbon.', 'We currently have seven replicas in Lisbon.', ['five']],
  ['a price', 'My rent in Lisbon is 1,240 euros a month.', 'My rent in Lisbon is 1,310 euros a month.', ['240']],
  ['a day', 'The product launch is on Monday.', 'The product launch is on Thursday.', ['monday']],
  ['a number in German', 'Der Server läuft auf Port 8443.', 'Der Server läuft jetzt auf Port 9443.', ['8443']],
])('value statement: another value replaces %s', (_what, older, newer, values) => {
  expect(replaced(older, newer)).toEqual(values);
});

test.each([
  ['say the same', 'The dashboard runs on port 8443.', 'The dashboard runs on port 8443!'],
  ['differ in another word', 'The dashboard runs on port 8443.', 'The gateway runs on port 9443.'],
  ['differ in a negation', 'The dashboard does not run on port 8443.', 'The dashboard does run on port 9443.'],
  [
    'differ in two numbers, as things of a list do',
    'House 1 has a rent of 900 euros.',
    'House 2 has a rent of 950 euros.',
  ],
  ['say more', 'The dashboard runs on port 8443.', 'The dashboard runs on port 9443 behind the proxy.'],
])('value statement: texts that %s replace nothing', (_what, older, newer) => {
  expect(replaced(older, newer)).toEqual([]);
});

test.each([
  ['a question', 'Does the dashboard run on port 8443?'],
  ['a text without a value', 'The dashboard runs behind the proxy.'],
  ['a few words', 'Port is 8443'],
  ['a text that names no subject', 'It is now 8443 for you.'],
])('value statement: %s states nothing that could be outdated', (_what, text) => {
  expect(readValueStatement(fingerprintOf(text))).toBeNull();
});
