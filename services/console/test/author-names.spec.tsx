import type { CrumbAuthor } from '@crumbtrail/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { ClientProvider } from '../src/api/client';
import { Author, MemberNames } from '../src/components/author';

const user = {
  credential: { key: 'key' },
  identity: { workspace: 'default', participant: { kind: 'user', id: 'ann' }, role: 'reader', key_id: 'a' },
} as const;

// The console asks the gateway that served its page.
beforeAll(() => void Object.assign(globalThis, { location: new URL('http://127.0.0.1:7070') }));
afterAll(() => void Reflect.deleteProperty(globalThis, 'location'));

/** The text of an author in a session that calls rita `Rita Ray`. */
function shown(author: CrumbAuthor): string {
  const html = renderToStaticMarkup(
    <ClientProvider user={user} onUnauthorized={() => undefined}>
      <MemberNames value={new Map([['user:rita', 'Rita Ray']])}>
        <Author author={author} />
      </MemberNames>
    </ClientProvider>,
  );
  return html.replace(/<[^>]*>/g, '');
}

test.each<[string, CrumbAuthor]>([
  ['Rita Ray rita', { kind: 'user', id: 'rita', name: 'R.' }],
  ['José jose', { kind: 'user', id: 'jose', name: 'José' }],
  ['ann', { kind: 'user', id: 'ann' }],
  ['rita agent', { kind: 'agent', id: 'rita' }],
])('an author is shown by the name in the session, else its own, else its id: %s', (text, author) => {
  expect(shown(author)).toBe(text);
});
