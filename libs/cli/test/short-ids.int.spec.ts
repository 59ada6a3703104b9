import { FakeGateway } from './fake-gateway';

const ID = '01890000-0000-7000-8000-0000aaaa1111';
const OTHER = '01890000-0000-7000-8000-0000bbbb2222';
const AT = '2026-01-01T00:00:00.000Z';
const crumbs = (...ids: string[]) => ({ breadcrumbs: ids.map((id) => ({ id })), position: 9 });
const fact = (id: string) => ({ id, text: 'Ann rows.', sources: [] });
const memory = { id: ID, version: 2, tier: 'long', agent: 'bot', audience: 'all', updated_at: AT };
const facts = [fact('aaaa1111'), fact('aaaa2222')];
const letter = (id: string) => ({
  id,
  created_at: AT,
  trail_id: id,
  context: { durable: 'd', deliveries: 1, error: {} },
});

type Replies = FakeGateway['replies'];
const NOTHING: Replies = {
  'GET /v1/trails': [200, { trails: [], position: 9 }],
  'GET /v1/breadcrumbs': [200, crumbs()],
};
const CONTEXTS: Replies = {
  ...NOTHING,
  'GET /v1/breadcrumbs?limit=500&schema=agent.context.v1': [200, crumbs(ID, OTHER)],
};
const FEEDBACK: Replies = {
  ...NOTHING,
  'GET /v1/breadcrumbs?schema=answer.feedback.v1&limit=500': [
    200,
    { breadcrumbs: [ID, OTHER].map((id) => ({ id: AT, context: { response: { id }, agent: 'bot' } })), position: 9 },
  ],
};
const APPROVALS: Replies = {
  'GET /v1/approvals': [200, { approvals: [] }],
  'GET /v1/approvals?status=decided&limit=500': [200, { approvals: [{ id: ID }, { id: OTHER }] }],
};
const MEMORY: Replies = {
  'GET /v1/memory': [
    200,
    {
      memories: [
        { ...memory, facts },
        { ...memory, id: OTHER, facts: [] },
      ],
    },
  ],
};
const LETTERS: Replies = { 'GET /v1/dead-letters': [200, { dead_letters: [letter(ID), letter(OTHER)] }] };
const KEYS: Replies = { 'GET /v1/keys': [200, { keys: [{ id: ID }, { id: OTHER }] }] };

/** Each command with the short form that lists print of an id, what the lists say, and the request that has the whole id. */
const COMMANDS: readonly (readonly [command: string, replies: Replies, request: string])[] = [
  ['approvals show aaaa1111', APPROVALS, `GET /v1/approvals/${ID}`],
  ['approvals approve aaaa1111', APPROVALS, `POST /v1/approvals/${ID}/approve`],
  ['approvals deny aaaa1111', APPROVALS, `POST /v1/approvals/${ID}/deny`],
  ['approvals answer aaaa1111 -c yes', APPROVALS, `POST /v1/approvals/${ID}/answer`],
  ['context explain aaaa1111', CONTEXTS, `GET /v1/contexts/${ID}/explain`],
  ['dead-letters replay aaaa1111', LETTERS, `POST /v1/dead-letters/${ID}/replay`],
  ['feedback aaaa1111', FEEDBACK, `GET /v1/trails/${ID}`],
  ['rerun aaaa1111', FEEDBACK, `GET /v1/trails/${ID}`],
  ['keys revoke aaaa1111', KEYS, `DELETE /v1/keys/${ID}`],
  ['memory show aaaa1111', MEMORY, `GET /v1/memory/${ID}`],
  ['memory why aaaa1', MEMORY, `GET /v1/memory/${ID}`],
  ['memory edit aaaa1 Rows.', MEMORY, `PATCH /v1/memory/${ID}/facts/aaaa1111`],
  ['memory pin aaaa1', MEMORY, `PATCH /v1/memory/${ID}/facts/aaaa1111`],
  ['memory forget aaaa1', MEMORY, `DELETE /v1/memory/${ID}/facts/aaaa1111`],
];

describe('a short id, as lists print it', () => {
  const gateway = new FakeGateway();
  beforeAll(() => gateway.open());
  beforeEach(() => gateway.reset());
  afterAll(() => gateway.close());

  const send = async (command: string, replies: Replies) => {
    Object.assign(gateway.replies, replies);
    const outcome = await gateway.crumb(command.split(' '));
    return { ...outcome, asked: gateway.requests.map(({ line }) => line) };
  };

  test.each(COMMANDS)('`crumb %s` takes it', async (command, replies, request) => {
    expect((await send(command, replies)).asked).toContain(request);
  });

  test.each(COMMANDS)(
    '`crumb %s` refuses one that may be several, and names them',
    async (command, replies, request) => {
      const several = command.replace('aaaa1111', '01890000').replace('aaaa1', 'aaaa');
      const { code, err, asked } = await send(several, replies);
      const candidates = several.includes('01890000') ? [ID, OTHER] : ['aaaa1111', 'aaaa2222'];
      expect([code, err]).toEqual([2, expect.stringContaining(candidates.map((id) => `  ${id}`).join('\n'))]);
      expect(asked).not.toContain(request);
    },
  );

  test('the options --trigger and --crumb take it, and refuse one that may be several', async () => {
    const preview = await send('context preview --trigger aaaa1111', CONTEXTS);
    expect(preview.asked).toContain('POST /v1/contexts/preview');
    expect(gateway.sent('POST /v1/contexts/preview')).toMatchObject({ trigger_id: ID });
    gateway.reset();
    const { code, asked } = await send('context preview --trigger 01890000', CONTEXTS);
    expect([code, asked]).toEqual([2, expect.not.arrayContaining(['POST /v1/contexts/preview'])]);
    const several = await send(`trail pin ${ID} --crumb aaaa1111 --crumb 01890000`, CONTEXTS);
    expect([several.code, several.err]).toEqual([2, expect.stringContaining(`  ${OTHER}`)]);
  });

  test('a fact of which less than four characters are given is not found', async () => {
    expect(await send('memory forget a', MEMORY)).toMatchObject({
      code: 1,
      err: expect.stringContaining('No fact a,') as string,
    });
  });
});
