const { runCaptured, readOutput, runQuietly } = require('./command.js');
const { ActionableError } = require('./output.js');

const node = (script) => [process.execPath, ['-e', script]];

test('the output of a program is returned, and nothing when it fails', () => {
  expect(readOutput(...node('console.log(" hi ")'))).toBe('hi');
  expect(readOutput(...node('process.exit(3)'))).toBeUndefined();
  expect(readOutput('/no/such/program', [])).toBeUndefined();
});

test('a failure of a quiet command shows the sentence and the last lines', () => {
  const run = () => runQuietly(...node('console.error("because"); process.exit(1)'), { sentence: 'It did not work.' });
  expect(run).toThrow(ActionableError);
  expect(run).toThrow('It did not work.\nbecause');
});

test('a program in a separate process returns its exit code and all of its output', async () => {
  const done = await runCaptured(...node('console.log("out"); console.error("err"); process.exit(2)'));
  expect(done.code).toBe(2);
  expect(done.text.split('\n').sort()).toEqual(['err', 'out']);
});
