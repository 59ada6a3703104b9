import { hasOtherWords, isMatch, shareOfWords } from './asked-text';

const RENT = 'My rent in Lisbon is 1,240 euros a month, and it rises in May.';

describe('a text that has most of the words of a question', () => {
  it.each(['rent in lisbon is 1,240 euros a year', 'Which rents rise?'])('is what %p is about', (asked) => {
    expect(isMatch(shareOfWords(asked, RENT), asked)).toBe(true);
  });

  it.each([
    ['another number', 'my rent in lisbon is 9,999 euros a month'],
    ['another identifier', 'my rent in lisbon is 1,240-zz7 euros a month'],
    ['a negation', 'my rent in lisbon is not 1,240 euros a month'],
    ['too few of the words', 'the ferry to lisbon leaves in june'],
  ])('is not with %s', (_what, question) => {
    expect(isMatch(shareOfWords(question, RENT), question)).toBe(false);
  });

  it.each([
    ['German', 'Wer hat die Häuser gestrichen?', 'Das Haus wurde von Ola gestrichen.'],
    ['Korean', '프린터를 누가 고쳤어요?', '올라가 프린터를 고쳤다.'],
    ['a path', 'Where is upload.conf?', 'Uploads are limited in /etc/nginx/conf.d/upload.conf only.'],
  ])('has them in other forms: %s', (_what, question, text) => {
    expect(isMatch(shareOfWords(question, text), question)).toBe(true);
  });
});

describe('a text of the day that is looked for', () => {
  const CATALOG = 'ask_person: choices=[Tuesday, Thursday]';
  it.each([
    ['has none of the other words', 'porcupines juggle on Thursdays', false],
    ['has one of them', 'the choices of Thursday', true],
    ['is looked for by its day alone', 'on Thursday', true],
    ['is asked for', 'What happened on Thursday?', true],
  ])('%s', (_what, asked, has) => {
    expect(hasOtherWords(asked, CATALOG)).toBe(has);
  });
});
