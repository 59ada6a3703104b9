import { FakeGateway } from './fake-gateway';

describe('crumb tail', () => {
  const gateway = new FakeGateway();
  beforeAll(() => gateway.open());
  beforeEach(() => gateway.reset());
  afterAll(() => gateway.close());

  test('--agent prints what an agent does, also what services write for it, and nothing of others', async () => {
    const by = (kind: string, id: string, context: object) => ({
      position: 1,
      kind: 'created',
      breadcrumb: { id: 'e', version: 1 },
      schema_name: 'user.message.v1',
      session: 'demo',
      trail_id: 't',
      author: { kind, id },
      crumb: { created_at: '2026-01-01T10:20:30.000Z', context },
    });
    const events = [
      by('user', 'rita', { content: 'asked' }),
      by('system', 'context-builder', { agent: 'ann', content: 'context of ann' }),
      by('system', 'context-builder', { agent: 'bob', content: 'context of bob' }),
      by('agent', 'ann', { content: 'reply of ann' }),
      by('agent', 'bob', { content: 'reply of bob' }),
      by('user', 'ann', { content: 'a person of that name' }),
    ];
    const stream = events.map((one) => `id: 1\nevent: created\ndata: ${JSON.stringify(one)}\n\n`).join('');
    gateway.replies['GET /v1/events'] = `${stream}id: 1\nevent: complete\ndata: {}\n\n`;
    const { out } = await gateway.crumb(['tail', '--until-now', '--agent', 'ann']);
    expect(out.match(/: .*/g)).toEqual([': context of ann', ': reply of ann']);
  });
});
