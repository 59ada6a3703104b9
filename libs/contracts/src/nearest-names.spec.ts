import { describeUnknownName, nearestNames } from './nearest-names';

test('nearestNames: lists at most three, the nearest first, and none that differs in more than half of its characters', () => {
  const names = ['assistant', 'assist', 'resistant', 'assistants', 'nora'];
  expect(nearestNames('assitant', names)).toEqual(['assistant', 'assistants', 'assist']);
  expect(nearestNames('zzz', names)).toEqual([]);
});

test('describeUnknownName: names the nearest, or says what to do', () => {
  const none = 'No agent "nroa" exists in this workspace, or none that this key may read.';
  expect(describeUnknownName('agent', { wanted: 'nroa', names: ['nora'] }, 'Define it.')).toBe(
    `${none} The nearest: nora.`,
  );
  expect(describeUnknownName('agent', { wanted: 'nroa', names: ['zed'] }, 'Define it.')).toBe(`${none} Define it.`);
});
