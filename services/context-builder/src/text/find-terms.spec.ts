import { readQuestionKeys } from '@crumbtrail/text';
import { TermFinder } from './find-terms';

const found = (question: string, text: string): string[] =>
  new TermFinder(readQuestionKeys(question).map(({ key }) => [key, 1]))
    .find(text)
    .map(({ at }) => text.slice(at, at + 6));

test.each<[what: string, question: string, text: string, expected: string[]]>([
  ['other forms of a word', 'deployed', 'Deploys were DEPLOYED; redeploy.', ['Deploy', 'DEPLOY']],
  ['words whose endings hide their stem', 'certificate', 'The certification is due.', ['certif']],
  ['words that end in y', 'happiness', 'a happy place, a hippo', ['happy ']],
  ['no other version', 'v1.2', 'v1.2 and v1.25', ['v1.2 a']],
  ['no other number', '41', 'pump_38 is off, pump_41 is on', ['pump_4']],
  ['parts of identifiers', 'sluice gate', 'set sluice_gate_delay = 9', ['sluice', 'sluice']],
  ['words where no spaces are written', '端口号', '新的端口是八十', ['端口是八十']],
  ['capitals that have two characters in lower case', 'port', 'İİİ port', ['port']],
])('a question finds %s', (_what, question, text, expected) => {
  expect([...new Set(found(question, text).slice(0, expected.length))]).toEqual([...new Set(expected)]);
});

test('a hundred thousand words are searched for one that they all have', () => {
  expect(new TermFinder([['x', 1]]).find('x '.repeat(100_000))).toHaveLength(100_000);
}, 120_000);
