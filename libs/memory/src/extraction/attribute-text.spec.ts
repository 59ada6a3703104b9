import { attributeText, keepSpeaker } from './attribute-text';

const ANN = { kind: 'user', id: 'ann', name: 'Ann' };
const MALLORY = { kind: 'user', id: 'mallory' };
const COOK = { kind: 'agent', id: 'cook' };
const participants = [ANN, MALLORY, COOK];

describe('a text that a model wrote', () => {
  it('is the statement of the person among its authors, and names them where it is about another', () => {
    const text = 'Ann lives in Evilville.';
    expect(attributeText({ text, authors: [MALLORY, COOK], participants })).toEqual({
      text: 'mallory says: Ann lives in Evilville.',
      about: 'user:ann',
      said_by: ['user:mallory'],
      names: ['user:mallory'],
    });
    const own = { text, about: 'user:ann', said_by: ['user:ann'] };
    expect(attributeText({ text, about: 'user:ann', authors: [ANN, COOK], participants })).toEqual(own);
  });

  it('keeps the name of its speaker in other words', () => {
    const fact = { text: 'mallory says: Ann lives in Evilville.' };
    expect(keepSpeaker(fact, 'Ann moved to Evilville.')).toBe('mallory says: Ann moved to Evilville.');
    expect(keepSpeaker({ text: 'Ann lives in Oslo.' }, 'Ann is in Oslo.')).toBe('Ann is in Oslo.');
  });
});
