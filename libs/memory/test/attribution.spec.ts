import { extractFacts, mergeFacts } from '../src/index';
import { LANGUAGES } from '@crumbtrail/testing';
import { say, state, type SaidMessage } from './messages';

const MALLORY = { kind: 'user', id: 'mallory' };
const bySpeaker = (author: { kind: string; id: string; name?: string }, text: string): SaidMessage => ({
  author,
  text,
});
const remember = (...messages: SaidMessage[]) => mergeFacts([], extractFacts(say(...messages)));

describe.each(Object.entries(LANGUAGES))('what is said in %s', (_, sentences) => {
  const facts = extractFacts(say(...sentences));

  it('is kept sentence by sentence, named after its author, about its author', () => {
    expect(facts).toHaveLength(3);
    for (const { text, about, said_by } of facts) {
      expect(text).toMatch(/^Ann\b/);
      expect({ about, said_by }).toEqual({ about: 'user:ann', said_by: ['user:ann'] });
    }
  });

  it('is kept apart from the same words of somebody else, without one ending the other', () => {
    const text = sentences[1];
    const both = remember(text, bySpeaker({ kind: 'user', id: 'u7', name: '小明' }, text));
    expect(both.map(({ about, superseded_by }) => [about, superseded_by])).toEqual([
      ['user:ann', undefined],
      ['user:u7', undefined],
    ]);
    expect(both[1]?.text).toContain('小明');
  });
});

describe('what is not worth keeping', () => {
  it.each([
    'Wie spät ist es?',
    'Danke schön!',
    'Guten Morgen',
    'Merci beaucoup !',
    '¿Dónde vives?',
    'Muchas gracias',
    'Obrigado!',
    'Merhaba',
    'Привет',
    'Спасибо большое!',
    'شكرا جزيلا',
    'أين تعيش؟',
    'תודה רבה',
    '你好',
    '谢谢！',
    '你住在哪里？',
    '你好吗',
    'ありがとうございます。',
    'どこに住んでいますか。',
    'ขอบคุณครับ',
    '감사합니다',
    'नमस्ते',
    'धन्यवाद',
    '🎉',
    '😀 !',
  ])('is %s', (text) => {
    expect(extractFacts(say(text))).toEqual([]);
  });
});

describe('what somebody says of another', () => {
  const ann = 'I live in Oslo.';
  const claim = bySpeaker(MALLORY, 'Ann lives in Evilville.');

  it('names its speaker, is about the other, and does not end what the other said: both are shown, and name each other', () => {
    const [own, hearsay, ...others] = remember(ann, claim);
    expect(others).toEqual([]);
    expect(own).toMatchObject({ text: 'Ann lives in Oslo.', contradicts: [hearsay?.id] });
    expect(own?.superseded_by).toBeUndefined();
    expect(hearsay).toMatchObject({ about: 'user:ann', said_by: ['user:mallory'], contradicts: [own?.id] });
    expect(hearsay?.text).toBe('mallory says: Ann lives in Evilville. (also said, 2024-05-01: Ann lives in Oslo)');
  });

  it('does not become what the other said by being said first, or before in the log', () => {
    const [hearsay, own] = remember(claim, ann);
    expect([hearsay?.superseded_by, own?.superseded_by]).toEqual([undefined, undefined]);
    const [confirmed] = remember(bySpeaker(MALLORY, 'Ann lives in Oslo.'), ann).slice(-1);
    expect(confirmed).toMatchObject({ said_by: ['user:ann'] });
  });

  it('is ended by a later statement of the same speaker', () => {
    const [first, second] = remember(
      claim,
      bySpeaker(MALLORY, 'Ann lives in Paris.'),
      bySpeaker(MALLORY, 'Hi.'),
      'Hi.',
    );
    expect(first?.superseded_by).toBe(second?.id);
  });

  it('never ends what the other corrected, whenever that was', () => {
    const corrected = { ...remember(ann)[0], edited_by: 'user:ann' };
    const [kept, later] = mergeFacts([corrected as never], extractFacts(say('Hello there.', claim)).slice(-1));
    expect(kept?.superseded_by).toBeUndefined();
    expect(later?.contradicts).toEqual([kept?.id]);
  });

  it.each([
    ['Ann authorised mallory to read everything.', 'user:ann'],
    ["Ann's sister is called Mallory.", 'user:ann'],
    ["Ann's password is hunter2.", 'user:ann'],
    ['ann has moved to Evilville.', 'user:ann'],
  ])('names mallory where mallory says: %s', (text, about) => {
    const facts = extractFacts(say('I live in Oslo.', bySpeaker(MALLORY, text)));
    expect(facts.at(-1)?.text).toMatch(/^mallory says: /);
    expect(facts.at(-1)).toMatchObject({ about, said_by: ['user:mallory'] });
  });

  it('lists the other among those whom a sentence names, in any language and where it is about the speaker', () => {
    const facts = extractFacts(
      say(
        'I live in Oslo.',
        bySpeaker(MALLORY, 'Ann wohnt jetzt in Evilville.'),
        bySpeaker(MALLORY, 'I married Ann in 2020.'),
      ),
    );
    expect(facts.slice(1).map(({ about, names }) => [about, names])).toEqual([
      ['user:mallory', ['user:ann']],
      ['user:mallory', ['user:ann']],
    ]);
  });

  it('knows members who have said nothing yet', () => {
    const participants = [{ kind: 'user', id: 'u9', name: 'Nadia Stone' }];
    const [fact] = extractFacts(say('Nadia lives in Evilville.'), { participants });
    expect(fact).toMatchObject({ about: 'user:u9', text: 'Ann says: Nadia lives in Evilville.' });
  });
});

describe('facts of one slot', () => {
  it.each([
    ['I work at Acme.', 'I joined Globex in March.'],
    ['I work at Acme.', 'I left Acme in March.'],
    ['My phone number is 555 0101.', 'My new phone number is 555 0199.'],
    ['My mobile is 555 0101.', 'My new phone number is 555 0199.'],
    ['My phone number is 555 0101.', 'I changed my phone number to 555 0199.'],
    ['I love Chinese food.', 'I hate Chinese food.'],
    ["I don't like Chinese food.", 'I really love Chinese food.'],
    ['I am vegetarian.', 'I am vegan now.'],
    ['I am vegetarian.', 'I eat meat again.'],
    ['I am vegetarian.', "I'm no longer vegetarian."],
    ['I am pregnant.', 'I am no longer pregnant.'],
    ['Our dog is called Rex.', 'Rex died in May.'],
    ['I have a cat named Rex.', 'Rex passed away yesterday.'],
    ['My dog is called Rex.', 'My dog died in May.'],
    ['i live in oslo', 'i moved to bergen last month'],
    ['My favorite colour is green.', 'My favourite colour is blue.'],
  ])('end each other: %s / %s', (before, after) => {
    const [earlier, later, ...others] = remember(before, after);
    expect(others).toEqual([]);
    expect(earlier?.superseded_by).toBe(later?.id);
    expect(later?.text).toContain('(before, 2024-05-01: ');
  });

  it('are ended by a death whichever was said first, and a thing has one value at a time', () => {
    const [death, intro] = remember('Rex died in May.', 'Our dog was called Rex.');
    expect([death?.superseded_by, intro?.superseded_by]).toEqual([undefined, death?.id]);
    const [before, after] = remember('The deadline is 15 April.', 'The deadline is 20 April.');
    expect(before?.superseded_by).toBe(after?.id);
  });

  it.each([
    ['I love tea.', 'I love coffee.'],
    ['I love Chinese food.', 'I hate Thai food.'],
    ['I am pregnant.', 'I am left-handed.'],
    ['Our dog is called Rex.', 'Max died in May.'],
    ['My work phone is 555 0101.', 'My new phone number is 555 0199.'],
    ['I work at Acme.', 'I joined a pottery class.'],
    ['Ich wohne in Oslo.', 'Ich arbeite in Bergen.'],
    ['Ich wohne in Oslo.', 'Ich wohne in Bergen.'],
    ['我住在奥斯陆。', '我在卑尔根工作。'],
  ])('are not confused: %s / %s', (before, after) => {
    const facts = remember(before, after);
    expect(facts.map(({ superseded_by, contradicts }) => [superseded_by, contradicts])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it.each([
    'I am vegetarian.',
    "I'm diabetic.",
    'I am pregnant!',
    'I am left-handed.',
    "I'm colour-blind.",
    'im vegan',
  ])('are kept where they are one word: %s', (text) => {
    expect(extractFacts(say(text))).toHaveLength(1);
  });

  it.each(["I'm hungry.", 'I am tired.', "I'm home.", "I'm leaving now.", 'I am not sure.', "I'm so excited!"])(
    'are no moods: %s',
    (text) => {
      expect(extractFacts(say(text))).toEqual([]);
    },
  );
});

describe('the same fact', () => {
  it.each([
    [
      'The alarm panel in the cellar shows a green light again, as on every morning this week.',
      'The alarm panel in the cellar shows a red light again, as on every morning this week.',
    ],
    [
      'Anna geht jeden Tag mit dem Hund am Fluss spazieren und trinkt danach etwas.',
      'Anna geht jeden Tag mit dem Hund am Fluss spazieren und trinkt danach nix.',
    ],
    [
      'Eu bebo café com açúcar todos os dias no trabalho com a Maria.',
      'Eu nao bebo café com açúcar todos os dias no trabalho com a Maria.',
    ],
    [
      'The nurse said I should take the tablets with water every evening before bed.',
      'The nurse said I shouldnt take the tablets with water every evening before bed.',
    ],
    ['我每天早上都和小明一起在公园里跑步五公里。', '我每天早上都和小红一起在公园里跑步五公里。'],
  ])('is none of which one word differs: %s', (before, after) => {
    const facts = mergeFacts([state(before, 1, { about: 'user:ann' })], [state(after, 2, { about: 'user:ann' })]);
    expect(facts).toHaveLength(2);
    expect(facts[0]?.superseded_by).toBeUndefined();
  });

  it('is one where only capitals, articles and marks differ', () => {
    const [one, other] = [state('The alarm shows a green light.', 1), state('the alarm shows green light!', 2)];
    expect(mergeFacts([one], [other])).toHaveLength(1);
  });
});
