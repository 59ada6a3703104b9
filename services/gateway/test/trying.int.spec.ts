import { Commit, type CommitRequest, Read, singletonId, toolResponseId } from '@crumbtrail/contracts';
import { crumb, ID, OTHER } from './crumbs';
import { type GatewayUnderTest, startGateway } from './gateway';

const TOOL = singletonId('default', 'tool', 'mail');
const CONFIG = singletonId('default', 'tool_config', 'mail');
const input = {
  type: 'object',
  properties: { to: { type: 'string' } },
  required: ['to'],
  additionalProperties: false,
};
const mail = { ...crumb(), id: TOOL, version: 2, context: { name: 'mail', description: 'Sends.', input } };
const config = (context: object): object => ({ ...crumb(), id: CONFIG, context: { tool: 'mail', ...context } });
const begin_by = (inMs: number): string => new Date(Date.now() + inMs).toISOString();

describe('tool trial', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterEach(() => gateway.fake.forget());
  afterAll(() => gateway.stop());

  /** Sets the content of the log: the tool and these breadcrumbs. A write gets the id `ID`. */
  function inTheLog(crumbs: readonly object[], tried: object = { context: { begin_by: begin_by(10_000) } }): void {
    const all = [mail, { ...crumb(), ...tried, id: ID, trail_id: ID }, ...crumbs] as { id: string }[];
    gateway.fake.say(Read, ({ refs }) => {
      const found = refs.map(({ id }) => all.find((one) => one.id === id) ?? null);
      return { crumbs: found as never, position: 1, now: '' };
    });
    gateway.fake.say(Commit, () => ({ results: [{ id: ID, version: 1, position: 12, existed: false }] }));
  }

  const left = (): CommitRequest[] => gateway.fake.of(Commit).map(({ request }) => request);
  async function tryMail(body: object): Promise<{ status: number; said: Record<string, unknown> }> {
    const answer = await gateway.send('POST', '/v1/tools/mail/try', body);
    return { status: answer.status, said: (await answer.json()) as Record<string, unknown> };
  }

  test('is written for the runner with a start deadline, and the reply has its result', async () => {
    const result = { ...crumb(), id: toolResponseId('default', ID), context: { status: 'ok', text: 'sent' } };
    inTheLog([result]);
    const { status, said } = await tryMail({ arguments: { to: 'ann' } });
    expect([status, said]).toMatchObject([200, { try: { id: ID }, trail_id: ID, result: { id: result.id } }]);
    const draft = {
      schema_name: 'tool.try.v1',
      audience: [],
      context: { tool: 'mail', tool_def: { id: TOOL, version: 2 }, input: { to: 'ann' }, runner: 'tool-runner' },
    };
    expect(left()[0]?.writes).toMatchObject([{ op: 'create', draft }]);
  });

  test('is readable for the service that runs the tool if that is an agent', async () => {
    inTheLog([]);
    mail.context = { ...mail.context, runner: 'post' } as typeof mail.context;
    await tryMail({ arguments: { to: 'ann' }, wait_ms: 0 }).finally(() => {
      mail.context = { ...mail.context, runner: 'tool-runner' } as typeof mail.context;
    });
    expect(left()[0]?.writes).toMatchObject([{ draft: { audience: ['agent:post'], context: { runner: 'post' } } }]);
  });

  test('replies 202 with the trail if the tool still runs when the wait ends', async () => {
    inTheLog([]);
    const { status, said } = await tryMail({ arguments: { to: 'ann' }, wait_ms: 50 });
    expect([status, said['trail_id'], said['result']]).toEqual([202, ID, undefined]);
  });

  test('replies 503 if the runner receives no messages and did not start in time', async () => {
    inTheLog([], { context: { tool: 'mail', runner: 'tool-runner', begin_by: begin_by(-2_000) } });
    const { status, said } = await tryMail({ arguments: { to: 'ann' } });
    expect([status, said]).toMatchObject([503, { code: 'unavailable', details: { try: ID, trail_id: ID } }]);
    expect(said['detail']).toMatch(/its runner tool-runner is not receiving messages/);
  });

  test.each([
    ['arguments that are missing', {}, ['/arguments/to']],
    ['arguments that are not known', { arguments: { to: 'ann', cc: 'bob' } }, ['/arguments/cc']],
    ['arguments that are not an object', { arguments: [] }, ['/arguments']],
    ['fields that are not known', { argumnts: {} }, ['/argumnts']],
  ])('is rejected for %s with the path of each issue, and nothing is written', async (_what, body, places) => {
    inTheLog([]);
    const { status, said } = await tryMail(body);
    const issues = said['issues'] as { path: string }[];
    expect([status, issues.map(({ path }) => path)]).toEqual([422, places]);
    expect(left()).toEqual([]);
  });

  test('requires confirmation for an at-most-once tool, also if the operator configured it so', async () => {
    inTheLog([config({ effect: 'at_most_once' })]);
    const wish = { arguments: { to: 'ann' }, wait_ms: 0 };
    expect(await tryMail(wish)).toMatchObject({ status: 422, said: { issues: [{ path: '/confirmed' }] } });
    expect(left()).toEqual([]);
    expect((await tryMail({ ...wish, confirmed: true })).status).toBe(202);
  });

  test('is rejected for callers who are not operators and for unknown tools', async () => {
    inTheLog([]);
    const asReader = { authorization: 'Bearer reader-key' };
    expect((await gateway.send('POST', '/v1/tools/mail/try', { arguments: { to: 'a' } }, asReader)).status).toBe(403);
    expect((await gateway.send('POST', `/v1/tools/${OTHER}/try`, {})).status).toBe(404);
    expect(left()).toEqual([]);
  });
});
