import { readConsoleSession } from './console-session';

const COOKIE = 'c'.repeat(43);
const PROOF = 'p'.repeat(43);
const headers = {
  host: '127.0.0.1:7070',
  origin: 'http://127.0.0.1:7070',
  'sec-fetch-site': 'same-origin',
  cookie: `theme=dark; crumbtrail_7070=${COOKIE}`,
  'crumbtrail-console': PROOF,
};
const read = (changes: Record<string, string | undefined> = {}, path = '/v1/whoami') =>
  readConsoleSession({ headers: { ...headers, ...changes }, method: 'POST', path });

test('a console session: cookie and proof together are a session of a page of the same origin', () => {
  expect(read()).toBe(`console_${COOKIE}.${PROOF}`);
  expect(read({ origin: undefined, 'sec-fetch-site': undefined })).toBe(`console_${COOKIE}.${PROOF}`);
});

test.each<[string, Record<string, string | undefined>]>([
  ['the cookie alone, as a form or a picture of another page sends it', { 'crumbtrail-console': undefined }],
  ['the proof alone, as it would be stolen from the storage of the page', { cookie: undefined }],
  ['the cookie of a gateway on another port', { cookie: `crumbtrail_7071=${COOKIE}` }],
  ['an empty half', { 'crumbtrail-console': '' }],
  ['a half with a dot, which would move the border between the two', { 'crumbtrail-console': `${PROOF}.x` }],
])('a console session: %s identifies nobody', (_, changes) => {
  expect(read(changes)).toBeUndefined();
});

test.each<[string, Record<string, string | undefined>]>([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another port of the same host', { 'sec-fetch-site': 'same-site' }],
  [
    'an origin on another port, in a browser without Sec-Fetch-Site',
    { 'sec-fetch-site': undefined, origin: 'http://127.0.0.1:3000' },
  ],
  ['a page without an origin, such as a sandboxed frame', { origin: 'null' }],
  ['a name that was rebound to this machine', { origin: 'http://evil.example:7070' }],
])('a console session: a request from %s is refused', (_, changes) => {
  expect(() => read(changes)).toThrow('comes from another page');
});

test.each(['/mcp', '/v1/chat/completions', '/v1/responses'])('a console session: is not valid for %s', (path) => {
  expect(() => read({}, path)).toThrow('send an API key');
});
