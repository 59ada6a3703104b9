import { ASSISTANT, item } from '../../test/crumbs';
import { said, seed } from '../../test/seed-conversation';
import { answersIn, isFiller, withoutAssent } from './filler';

describe('filler', () => {
  test('is found in the hour of talk wherever it was marked', () => {
    expect(seed.filler.filter((name) => !isFiller(said(name)))).toEqual([]);
  });

  test('is little else there', () => {
    const others = seed.messages.filter(({ id, content }) => !seed.filler.includes(id) && isFiller(content));
    expect(others.map(({ content }) => content)).toEqual(['hm, one sec']);
  });

  test.each([
    'OK!',
    'Thanks so much :-)'.replace(' :-)', ''),
    'okay, cool',
    'Hmm…',
    '👍',
    'Sure thing.',
    'no problem',
    "You're welcome!",
    '...',
  ])('%j is filler', (text) => expect(isFiller(text)).toBe(true));

  test.each([
    'yes',
    'No',
    'not ok',
    'ok?',
    'really?',
    '42',
    'ok 7',
    'port 8080',
    'thanks Bob',
    'OPENROUTER_API_KEY',
    'good for nothing',
    'never',
    '👎',
    'stop',
    'ok delete it',
    'Shall I run it?',
    '谢谢',
    "it isn't fine",
  ])('%j is none: it asks, answers, counts, names or denies', (text) => expect(isFiller(text)).toBe(false));

  test('an assent right after a question answers it', () => {
    const question = item(1, 'Shall I delete the old key?', { author: ASSISTANT });
    const yes = item(2, 'sure');
    const later = item(4, 'okay');
    const answers = answersIn([question, yes, item(3, 'Done.', { author: ASSISTANT }), later]);
    expect([...answers]).toEqual([`${yes.id}@1#0`]);
  });

  test.each([
    ['okay do that', 'do that'],
    ['Thanks! Which port?', 'Which port?'],
    ['ok, sure. Go on', 'Go on'],
    ['okay', 'okay'],
    ['Fine-tuning of models', 'Fine-tuning of models'],
    ['Goodness, which port?', 'Goodness, which port?'],
    ['Great Expectations is a book', 'Great Expectations is a book'],
    ['K-means or k-nearest?', 'K-means or k-nearest?'],
  ])('%j asks for %j', (text, rest) => expect(withoutAssent(text)).toBe(rest));
});
