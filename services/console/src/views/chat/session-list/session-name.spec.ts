import { isSessionName, nameForTitle } from './session-name';

test.each([
  ['Roses and Owls!', 'roses-and-owls-1e'],
  ['  Crème brûlée ', 'creme-brulee-1e'],
  ['متى؟', 'session-1e'],
  ['', 'session-1e'],
])('a session with the title %j is named %s', (title, name) => {
  expect(nameForTitle(title, 50)).toBe(name);
});

test('every title gives a name that a session may have', () => {
  for (const title of ['x'.repeat(200), '---', '..a', `${'y '.repeat(99)}`])
    expect(isSessionName(nameForTitle(title, 0xffffffff))).toBe(true);
});
