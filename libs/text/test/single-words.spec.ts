import { analyseText, readQuestionKeys } from '../src';

const finds = (question: string, text: string): boolean => {
  const keys = new Set(analyseText(text).flatMap((token) => token.keys));
  return readQuestionKeys(question).some(({ key }) => keys.has(key));
};

test.each([
  ['dog', 'Our dog sleeps in the kitchen.'],
  ['my dog', 'Our dog sleeps in the kitchen.'],
  ['dog food', 'The dog eats at six.'],
  ['the cat', 'The cat is at the vet.'],
  ['hat', 'I lost my hat on the bus.'],
  ['bus', 'I lost my hat on the bus.'],
  ['son', 'Her son is called Tim.'],
  ['man', 'A man called about the roof.'],
  ['men', 'Two men carried the piano.'],
  ['war', 'The war ended in 1945.'],
  ['pie', 'The pie is in the oven.'],
  ['tie', 'He wore a green tie.'],
  ['kit', 'The first aid kit is in the car.'],
  ['bin', 'The bin is emptied on Mondays.'],
  ['die', 'Roll the die twice.'],
  ['Minka', 'Minka is our cat.'],
  ['minka', 'Minka is our cat.'],
  ['Hut', 'Mein Hut liegt im Auto.'],
  ['chat', 'Le chat dort sur le lit.'],
])('the word %j alone finds %j, though other languages leave it out', (question, text) => {
  expect(finds(question, text)).toBe(true);
});

test.each(['dog', 'bus', 'Lost: hat'])('a message of few words, as %j, is found by each', (text) => {
  for (const word of text.split(/\W+/)) expect(finds(word, text)).toBe(true);
});

test('small words of a question whose language is told are left out', () => {
  const keysOf = (question: string): string[] => readQuestionKeys(question).map(({ key }) => key);
  expect(keysOf('Where is the dog?')).not.toContain('the');
  expect(keysOf('Wo ist der Hund?')).not.toContain('der');
  expect(keysOf('the cat')).not.toContain('the');
});
