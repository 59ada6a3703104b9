import { changeQuery, hrefTo, parseRoute } from './route';

describe('an address', () => {
  test('says the view, what it shows, and how', () => {
    const { view, path, query } = parseRoute('#/trails/0192?crumb=7&open=1');
    expect([view, path, Object.fromEntries(query)]).toEqual(['trails', ['0192'], { crumb: '7', open: '1' }]);
  });

  test('that is empty is the chat', () => {
    for (const hash of ['', '#', '#/']) expect(parseRoute(hash)).toMatchObject({ view: 'chat', path: [] });
  });

  test('brings back what was put in, whatever it is', () => {
    const nasty = 'a/b?c=d#e&f=%20 <script>';
    const { path, query } = parseRoute(hrefTo('log', [nasty], { text: nasty }));
    expect([path, query.get('text')]).toEqual([[nasty], nasty]);
  });

  test('that nobody made is read as far as it goes', () => {
    expect(parseRoute('#/log/%E0%A4%A').path).toEqual(['%E0%A4%A']);
  });
});

describe('a change of the query', () => {
  const query = new URLSearchParams('schema=a&from=9');

  test('leaves the rest as it is', () => expect(changeQuery(query, { from: 10 }).toString()).toBe('schema=a&from=10'));
  test('removes what is nothing', () =>
    expect(changeQuery(query, { from: undefined, schema: '', inner: false }).toString()).toBe(''));
});
