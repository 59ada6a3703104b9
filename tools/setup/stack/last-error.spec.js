const { findLastError } = require('./last-error.js');

const line = (level, msg) => JSON.stringify({ level, msg });

test('the reason why a service did not start has priority', () => {
  expect(findLastError(`${line('error', 'an error')}\nconductor could not start: no password\n`)).toBe(
    'conductor could not start: no password',
  );
});

test('without such a reason, the last error is returned with its cause', () => {
  expect(
    findLastError(
      [line('info', 'ready'), JSON.stringify({ level: 'fatal', msg: 'm', err: { message: 'disk full' } })].join('\n'),
    ),
  ).toBe('disk full');
});

test('a thrown error is found above its stack', () => {
  expect(findLastError('/x.js:1\nthrow 1\n\nTypeError: no\n    at a (b)\n\nNode.js v20.20.2\n')).toBe('TypeError: no');
});

test('an empty log gives undefined', () => expect(findLastError('')).toBeUndefined());
