import { nameSpeaker } from './name-speaker';

test.each([
  ['I grew up in Leeds.', 'Ann grew up in Leeds.'],
  ['I grow tomatoes.', 'Ann grows tomatoes.'],
  ['I also went to Rome.', 'Ann also went to Rome.'],
  ['I never study at night.', 'Ann never studies at night.'],
  ["I don't eat fish.", "Ann doesn't eat fish."],
  ['My sister lives with me.', "Ann's sister lives with them."],
])('%s is said of Ann in the third person', (sentence, named) => {
  expect(nameSpeaker(sentence, 'Ann')).toBe(named);
});

test.each(['I bicycle to work.', 'I told you so.', 'I said "never".'])(
  '%s keeps its words after the name, because its grammar or who is meant is not known',
  (sentence) => {
    expect(nameSpeaker(sentence, 'Ann')).toBe(`Ann: ${sentence}`);
  },
);
