const { apart, output, quietly } = require('./command.js');
const { Stop } = require('./output.js');

const node = (script) => [process.execPath, ['-e', script]];

test('what a program prints is returned, and nothing when it fails', () => {
  expect(output(...node('console.log(" hi ")'))).toBe('hi');
  expect(output(...node('process.exit(3)'))).toBeUndefined();
  expect(output('/no/such/program', [])).toBeUndefined();
});

test('a quiet failure shows the sentence and the last lines', () => {
  const run = () => quietly(...node('console.error("because"); process.exit(1)'), { sentence: 'It did not work.' });
  expect(run).toThrow(Stop);
  expect(run).toThrow('It did not work.\nbecause');
});

test('a program run apart gives its code and all that it printed', async () => {
  const done = await apart(...node('console.log("out"); console.error("err"); process.exit(2)'));
  expect(done.code).toBe(2);
  expect(done.text.split('\n').sort()).toEqual(['err', 'out']);
});
