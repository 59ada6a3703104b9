const { lastSentence } = require('./last-error.js');

const line = (level, msg) => JSON.stringify({ level, msg });

test('the reason for not starting comes before all', () => {
  expect(lastSentence(`${line('error', 'an error')}\nconductor could not start: no password\n`)).toBe(
    'conductor could not start: no password',
  );
});

test('else the last error, with its cause', () => {
  expect(
    lastSentence(
      [line('info', 'ready'), JSON.stringify({ level: 'fatal', msg: 'm', err: { message: 'disk full' } })].join('\n'),
    ),
  ).toBe('disk full');
});

test('a thrown error is found above its stack', () => {
  expect(lastSentence('/x.js:1\nthrow 1\n\nTypeError: no\n    at a (b)\n\nNode.js v20.20.2\n')).toBe('TypeError: no');
});

test('silence is undefined', () => expect(lastSentence('')).toBeUndefined());
