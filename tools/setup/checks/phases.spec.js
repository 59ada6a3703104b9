const { Phases, formatDuration } = require('./phases.js');

test.each([
  [400, '0 s'],
  [59_400, '59 s'],
  [60_000, '1 min 0 s'],
  [427_000, '7 min 7 s'],
])('%d ms are printed as %s', (milliseconds, text) => expect(formatDuration(milliseconds)).toBe(text));

test('the table lists every phase in the order it ran, a failed one too, and the total', async () => {
  let clock = 0;
  const phases = new Phases(() => clock);
  await phases.measure('lint', async () => (clock += 20_000));
  const failing = phases.measure('end to end', async () => {
    clock += 70_000;
    throw new Error('failed');
  });
  await expect(failing).rejects.toThrow('failed');
  expect(phases.table()).toBe(
    ['  lint        20 s', '  end to end  1 min 10 s', '  total       1 min 30 s'].join('\n'),
  );
});

test('a phase returns the result of its work', async () => {
  expect(await new Phases().measure('build', async () => 42)).toBe(42);
});
