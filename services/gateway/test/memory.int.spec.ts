import { ChangeFact, refuse } from '@crumbtrail/contracts';
import { ListMemories, ReadMemoryHistory, type MemoryEntry } from '@crumbtrail/contracts/operations/memory-reading';
import { ID, OTHER } from './crumbs';
import { type GatewayUnderTest, startGateway } from './gateway';

const fact = { id: 'aaaaaaaa', text: 'Ann lives in Bonn.', about: 'user:ann', sources: [{ id: OTHER, version: 1 }] };
const memory: MemoryEntry = {
  id: ID,
  version: 1,
  tier: 'long',
  agent: 'bot',
  section: 'homes',
  audience: 'all',
  facts: [fact],
  updated_at: '2026-01-01T00:00:00.000Z',
};
const changed = { memories: [{ id: ID, version: 2 }], changed: 1, method: 'extracted' as const, model_calls: [] };

describe('memory endpoints', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterEach(() => gateway.fake.forget());
  afterAll(() => gateway.stop());

  const path = `/v1/memory/${ID}/facts/aaaaaaaa`;

  test('a list is asked for with the key and the filters, and returned as the store gives it', async () => {
    gateway.fake.say(ListMemories, () => ({ memories: [memory], next_cursor: 'more' }));
    const headers = { authorization: 'Bearer reader-key' };
    const answer = await gateway.send('GET', '/v1/memory?about=user:rita&tier=long', undefined, headers);
    expect([answer.status, await answer.json()]).toEqual([200, { memories: [memory], next_cursor: 'more' }]);
    expect(gateway.fake.of(ListMemories)).toMatchObject([
      { key: 'reader-key', request: { about: 'user:rita', tier: 'long', limit: 50 } },
    ]);
  });

  test('what is known of somebody else is refused, as the store says', async () => {
    gateway.fake.say(ListMemories, () => {
      throw refuse('forbidden', 'A key lists what is known of its own participant.');
    });
    expect((await gateway.send('GET', '/v1/memory?about=user:bob', undefined)).status).toBe(403);
    expect((await gateway.send('GET', '/v1/memory?about=bob', undefined)).status).toBe(422);
  });

  test('one memory has the timeline of each fact, its sources and the answers that used it', async () => {
    const by = { kind: 'service' as const, id: 'memory-keeper' };
    const line = {
      id: OTHER,
      trail_id: OTHER,
      schema_name: 'user.message.v1',
      author: { kind: 'user' as const, id: 'ann' },
      audience: 'all' as const,
      occurred_at: '2026-01-01T00:00:00.000Z',
      text: 'I live in Bonn',
    };
    const answers = [{ response: OTHER, agent: 'bot', at: '2026-01-02T00:00:00.000Z', quoted_version: 1 }];
    const versions = [{ version: 1, at: memory.updated_at, by, facts: [fact] }];
    gateway.fake.say(ReadMemoryHistory, () => ({ memory, versions, sources: [line], answers }));
    expect(await (await gateway.send('GET', `/v1/memory/${ID}`, undefined)).json()).toEqual({
      memory,
      facts: [
        {
          fact,
          present: true,
          timeline: [{ version: 1, at: memory.updated_at, by, changes: ['remembered'], text: fact.text }],
          answers: [{ response: OTHER, agent: 'bot', at: '2026-01-02T00:00:00.000Z' }],
        },
      ],
      sources: [line],
    });
  });

  test.each([
    [
      { text: 'Ann lives in Cologne.', version: 1 },
      { change: { do: 'edit', text: 'Ann lives in Cologne.' }, version: 1 },
    ],
    [{ pinned: true }, { change: { do: 'pin' } }],
    [{ pinned: false }, { change: { do: 'unpin' } }],
    [null, { change: { do: 'forget' }, version: 1 }],
  ] as const)('a change to %j is sent to the memory-keeper with the key; null forgets', async (body, request) => {
    gateway.fake.say(ChangeFact, () => changed);
    const headers = { authorization: 'Bearer bot-key' };
    const answer = await (body === null
      ? gateway.send('DELETE', `${path}?version=1`, undefined, headers)
      : gateway.send('PATCH', path, body, headers));
    expect([answer.status, await answer.json()]).toEqual([200, { memories: changed.memories, changed: 1 }]);
    expect(gateway.fake.of(ChangeFact)).toMatchObject([
      { key: 'bot-key', workspace: 'default', request: { memory: ID, fact: 'aaaaaaaa', ...request } },
    ]);
  });

  test('a change that says nothing, or two things, is refused', async () => {
    for (const body of [{}, { text: 'x', pinned: true }, { text: '' }])
      expect((await gateway.send('PATCH', path, body)).status).toBe(422);
    expect(gateway.fake.of(ChangeFact)).toEqual([]);
  });
});
