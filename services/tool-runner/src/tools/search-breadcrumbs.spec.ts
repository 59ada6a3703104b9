import { AgentTurn, UserMessage, type Envelope } from '@crumbtrail/contracts';
import { aCall, LogInMemory, TRAIL } from '../../test/tool-call-fixture';
import { searchBreadcrumbs } from './search-breadcrumbs';

const message = (content: string, more: object = {}) => ({
  breadcrumb: {
    id: `id of ${content.slice(0, 9)}`,
    version: 1,
    schema_name: UserMessage.name,
    context: { content },
    tags: [],
    author: { kind: 'user', id: 'anna' },
    occurred_at: '2026-02-01T10:00:00.000Z',
    audience: 'all',
    ...more,
  } as unknown as Envelope,
  score: 1,
  scores: {},
});

const on = (log: LogInMemory) => (input: object) =>
  searchBreadcrumbs.run(input as Record<string, unknown>, aCall(log)) as Promise<{ results: { text: string }[] }>;

describe('search_breadcrumbs', () => {
  it('does not return the question that is being answered', async () => {
    const log = new LogInMemory();
    log.found = [message('What is the dog called?', { trail_id: TRAIL }), message('Rex.', { trail_id: 'another' })];
    expect((await on(log)({ query: 'dog name' })).results.map(({ text }) => text)).toEqual(['Rex.']);
  });

  it('returns author, text and time, without technical fields', async () => {
    const log = new LogInMemory();
    log.found = [message('The dog is called Rex.', { session: 'demo', title: 'Pets' })];
    expect(await on(log)({ query: 'dog name' })).toEqual({
      results: [
        {
          id: 'id of The dog i',
          schema: UserMessage.name,
          author: 'anna',
          at: '2026-02-01T10:00:00.000Z',
          session: 'demo',
          title: 'Pets',
          text: 'The dog is called Rex.',
        },
      ],
    });
  });

  it('searches by words and meaning, within the given filters', async () => {
    const log = new LogInMemory();
    await on(log)({ query: 'x', this_session: true, author: 'anna', tags: ['pets'], since: '2026-01-01T00:00:00Z' });
    const filter = { session: 'demo', author: 'anna', tags: ['pets'], since: '2026-01-01T00:00:00Z' };
    expect(log.searched).toMatchObject([{ query: 'x', mode: 'hybrid', filter }]);
    await on(log)({ query: 'x' });
    expect(log.searched[1]?.filter).toEqual({});
  });

  it('truncates long texts with a mark and omits results without text', async () => {
    const log = new LogInMemory();
    log.found = [message('', { schema_name: AgentTurn.name, context: {} }), message('a'.repeat(5_000))];
    const { results } = await on(log)({ query: 'a' });
    expect(results).toHaveLength(1);
    expect(results[0]?.text).toMatch(/^a{600} \[…\]$/);
  });

  it('returns at most the requested number', async () => {
    const log = new LogInMemory();
    log.found = Array.from({ length: 20 }, (_, at) => message(`text ${at}`));
    expect((await on(log)({ query: 'text', limit: 3 })).results).toHaveLength(3);
    expect((await on(log)({ query: 'text' })).results).toHaveLength(5);
  });
});
