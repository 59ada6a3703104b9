import { chooseSection, summariseMessages, writeShadow } from '../src/index';
import { say, state } from './messages';

describe('chooseSection', () => {
  const sections = [
    { section: 'Ann', facts: [state('Ann lives in Oslo.', 1)] },
    { section: 'the website', facts: [state('The website launches in May with three pages.', 2)] },
  ];

  it('puts a fact about a person with that person', () => {
    expect(chooseSection(state('Ann has a cat.', 3, { about: 'user:ann' }), sections)).toBe('Ann');
    expect(chooseSection(state('Bob has a cat.', 3, { subject: "Bob's cat" }), sections)).toBe('Bob');
  });

  it('puts another fact with those that it has most words in common with, or in general', () => {
    expect(chooseSection(state('The website has four pages.', 3, { subject: 'the website' }), sections)).toBe(
      'the website',
    );
    expect(chooseSection(state('Trains leave at noon.', 3), sections)).toBe('general');
    expect(chooseSection(state('Trains leave at noon.', 3), [])).toBe('general');
  });

  it('gives names that the schema allows', () => {
    expect(chooseSection(state('x', 1, { about: `user:${'n'.repeat(200)}` }), [])).toHaveLength(80);
    expect(chooseSection(state('x y z', 1, { about: 'user: ' }), [])).toBe('general');
  });
});

describe('writeShadow', () => {
  it('says in one line how many facts there are, of which days, and what they are about', () => {
    const facts = [
      state('Ann lives in Oslo.', 1, { subject: 'Ann' }),
      state('Ann met Bob\nin Rome.', 3, { subject: 'Ann' }),
    ];
    expect(writeShadow(facts)).toBe('2 earlier facts of 2024-05-01 to 2024-05-03, about: Ann, Oslo, Bob, Rome');
    expect(writeShadow([])).toBe('');
  });

  it('is never longer than its schema allows', () => {
    const facts = Array.from({ length: 9 }, (_, n) => state('x', 1, { subject: `S${n}${'s'.repeat(190)}` }));
    expect(writeShadow(facts)).toHaveLength(500);
  });
});

describe('summariseMessages', () => {
  it('gives sentences with who said them, a title, and the messages that they come from', () => {
    const messages = say('Hm.', 'I hid the lantern under the old bridge at 9 pm.', 'okay');
    expect(summariseMessages(messages)).toEqual({
      text: 'Ann: I hid the lantern under the old bridge at 9 pm.',
      title: expect.stringMatching(/lantern/),
      sources: [{ id: messages[1]?.id, version: 1 }],
    });
    expect(summariseMessages(say('Hm.', 'okay'))).toBeNull();
    expect(summariseMessages(messages, { titleLength: 10 })?.title).toHaveLength(10);
  });
});
