import { changeQuery, hrefTo, parseRoute } from './route';

describe('parseRoute and hrefTo', () => {
  test('parse view, path and query', () => {
    const { view, path, query } = parseRoute('#/trails/0192?crumb=7&open=1');
    expect([view, path, Object.fromEntries(query)]).toEqual(['trails', ['0192'], { crumb: '7', open: '1' }]);
  });

  test('an empty address is the overview', () => {
    for (const hash of ['', '#', '#/']) expect(parseRoute(hash)).toMatchObject({ view: 'overview', path: [] });
  });

  test('restore arbitrary text unchanged', () => {
    const nasty = 'a/b?c=d#e&f=%20 <script>';
    const { path, query } = parseRoute(hrefTo('log', [nasty], { text: nasty }));
    expect([path, query.get('text')]).toEqual([[nasty], nasty]);
  });

  test('an invalid escape sequence is kept as it is', () => {
    expect(parseRoute('#/log/%E0%A4%A').path).toEqual(['%E0%A4%A']);
  });
});

describe('changeQuery', () => {
  const query = new URLSearchParams('schema=a&from=9');

  test('keeps the other parameters', () =>
    expect(changeQuery(query, { from: 10 }).toString()).toBe('schema=a&from=10'));
  test('removes parameters set to undefined, false or an empty string', () =>
    expect(changeQuery(query, { from: undefined, schema: '', inner: false }).toString()).toBe(''));
});
