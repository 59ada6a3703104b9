import type { CrumbAuthor } from '@crumbtrail/contracts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ClientProvider } from '../src/api/client';
import { AudienceBadge, Author, MemberNames } from '../src/components/author';
import { collectPeopleNames, PeopleNames } from '../src/components/people-names';

const user = {
  credential: { key: 'key' },
  identity: { workspace: 'default', participant: { kind: 'user', id: 'ann' }, role: 'reader', key_id: 'a' },
} as const;

// The console asks the gateway that served its page.
beforeAll(() => void Object.assign(globalThis, { location: new URL('http://127.0.0.1:7070') }));
afterAll(() => void Reflect.deleteProperty(globalThis, 'location'));

const others = collectPeopleNames([
  {
    name: 'a',
    members: [
      { kind: 'user', id: 'ada', name: 'Ada L.' },
      { kind: 'user', id: 'rita', name: 'R. Ray' },
    ],
  },
  {
    name: 'b',
    members: [
      { kind: 'user', id: 'ada', name: 'Ada L.' },
      { kind: 'user', id: 'bob', name: 'Bob' },
    ],
  },
  {
    name: 'c',
    members: [
      { kind: 'user', id: 'bob', name: 'Robert' },
      { kind: 'agent', id: 'ann', name: 'Ann' },
    ],
  },
  { name: 'd' },
]);

/** The text of an element in a session that calls rita `Rita Ray`, beside others. */
function textOf(element: ReactNode): string {
  const html = renderToStaticMarkup(
    <ClientProvider user={user} onUnauthorized={() => undefined}>
      <MemberNames value={new Map([['user:rita', 'Rita Ray']])}>
        <PeopleNames value={others}>{element}</PeopleNames>
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
  ['Ada L. ada', { kind: 'user', id: 'ada' }],
  ['Ada ada', { kind: 'user', id: 'ada', name: 'Ada' }],
  ['bob', { kind: 'user', id: 'bob' }],
  ['ann agent', { kind: 'agent', id: 'ann' }],
])(
  'an author is shown by the name in the session, else its own, else the one that other sessions agree on, else its id: %s',
  (text, author) => {
    expect(textOf(<Author author={author} />)).toBe(text);
  },
);

test('an audience is told by the names of people, and of others by kind and id', () => {
  const audience = ['user:rita', 'user:ada', 'user:bob', 'agent:helper'];
  expect(textOf(<AudienceBadge audience={audience} />)).toBe('only for Rita Ray, Ada L., user:bob, agent:helper');
  expect(textOf(<AudienceBadge audience="agents" />)).toBe('agents only');
  expect(textOf(<AudienceBadge audience="all" />)).toBe('');
});
