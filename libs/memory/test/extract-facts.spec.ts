import { validateContext } from '@crumbtrail/contracts';
import { extractFacts } from '../src/index';
import { say, type SaidMessage } from './messages';

const textsOf = (...messages: SaidMessage[]) => extractFacts(say(...messages)).map(({ text }) => text);
const onlyOf = (...messages: SaidMessage[]) => {
  const facts = extractFacts(say(...messages));
  expect(facts).toHaveLength(1);
  return facts[0];
};

describe('extractFacts', () => {
  it('states what somebody is, has, likes and plans as sentences that name them, with the message that they rest on', () => {
    expect(onlyOf("I'm allergic to peanuts.")).toEqual({
      id: expect.stringMatching(/^[a-f0-9]{16}$/),
      text: 'Ann is allergic to peanuts.',
      about: 'user:ann',
      said_by: ['user:ann'],
      subject: 'Ann',
      relation: 'is allergic to',
      value: 'peanuts',
      confidence: 0.9,
      session: 'demo',
      at: '2024-05-01T12:00:00.000Z',
      sources: [{ id: '00000000-0000-4000-8000-000000000001', version: 1 }],
    });
    expect(textsOf('I have two cats.', 'I love hiking and my dog.', "I'm going to sell my boat.")).toEqual([
      'Ann has two cats.',
      'Ann loves hiking and their dog.',
      'Ann is going to sell their boat.',
    ]);
  });

  it('keeps the words of a sentence that cannot be put into the third person safely, with the name before it', () => {
    expect(textsOf('We moved our office to Porto in 2019.', 'I told you that my rent is 900 euros.')).toEqual([
      'Ann: We moved our office to Porto in 2019.',
      'Ann: I told you that my rent is 900 euros.',
    ]);
  });

  it('resolves relative dates against when the message was said, and says since when something holds', () => {
    expect(onlyOf('I moved to Oslo last week.')).toMatchObject({
      text: 'Ann moved to Oslo last week (week of 22 April 2024).',
      relation: 'lives in',
      value: 'Oslo',
      from: '2024-04-22T00:00:00.000Z',
    });
    expect(onlyOf('I have lived in Rome since 2019.')).toMatchObject({
      value: 'Rome',
      from: '2019-01-01T00:00:00.000Z',
    });
  });

  it.each([
    ['a question', 'Where did I put my keys?'],
    ['an instruction', 'Please remind me to call my dentist tomorrow.'],
    ['an order without please', 'Write a function that sorts 20 numbers.'],
    ['a reaction', "That's amazing, good for you!"],
    ['thanks', 'Thanks for the help with my garden!'],
    ['filler', 'Hmm, okay then.'],
    ['a guess', 'I think it might rain in Oslo.'],
    ['code', '```\nconst city = "I live in Oslo";\n```'],
    ['code in a fence that was cut', '```js\n// I live in Oslo'],
    ['a quotation', '> I live in Oslo.'],
    ['nothing', ' \n 🎉'],
  ])('finds nothing in %s', (_, text) => {
    expect(textsOf(text)).toEqual([]);
  });

  it('keeps the statement of a sentence that goes on to a request', () => {
    expect(textsOf('My deadline is April 15, can you help me with a plan?')).toEqual(["Ann's deadline is April 15"]);
  });

  it('never takes recalled text for something new', () => {
    const messages = say('I live in Oslo with two cats.', 'I sold my red bicycle.');
    const facts = extractFacts(messages, { recalled: ['Ann lives in Oslo with two cats.'] });
    expect(facts.map(({ text }) => text)).toEqual(['Ann sold their red bicycle.']);
  });

  it('believes agents only what nobody else has said, and what they did or promise', () => {
    const author = { kind: 'agent', id: 'helper', name: 'Helper' };
    expect(
      textsOf(
        'I booked a table at Luna for 8 pm.',
        { author, text: 'I booked a table at Luna for 8 pm.' },
        { author, text: 'I sent the invoice 4711 to Bob.' },
        { author, text: 'Express is a framework with 60,000 stars.' },
      ),
    ).toEqual(['Ann booked a table at Luna for 8 pm.', 'Helper sent the invoice 4711 to Bob.']);
  });

  it('chooses sentences of other languages by what they say', () => {
    expect(textsOf('Ich wohne in Berlin und habe zwei Katzen.', 'Wie geht es dir?', 'Na ja.')).toEqual([
      'Ann: Ich wohne in Berlin und habe zwei Katzen.',
    ]);
  });

  it('keeps at most as many as asked for, the surest ones, in the order in which they were said', () => {
    const messages = say('We saw lions near Nairobi there.', 'My name is Ann Lee.', 'I live in Oslo.');
    expect(extractFacts(messages, { most: 2 }).map(({ value }) => value)).toEqual(['Ann Lee', 'Oslo']);
  });

  it('gives the same facts for the same messages, whatever their order, and none of their words are in the ids', () => {
    const messages = say('I live in Oslo.', 'I have two cats.');
    expect(extractFacts(messages.toReversed())).toEqual(extractFacts(messages));
    const others = say('I live in Rome.', 'I have two dogs.');
    expect(extractFacts(others).map(({ id }) => id)).toEqual(extractFacts(messages).map(({ id }) => id));
  });

  it('only makes facts that their schema accepts, of texts of any length and kind', () => {
    const long = `I have a ${'very '.repeat(400)}old car.`;
    const facts = extractFacts(say(long, `My ${'long '.repeat(60)}name is Bob.`, 'I love hiking | biking 🎉 in Oslo.'));
    const context = { agent: 'a', session: 's', readers: 'all', facts, until: 1 };
    expect(validateContext('memory.short.v1', context)).toEqual([]);
    expect(facts.at(-1)?.text).toBe('Ann loves hiking | biking 🎉 in Oslo.');
  });
});
