import { ToolCatalog, ToolConfig, ToolDef } from '@crumbtrail/contracts';
import { FakeGateway } from './fake-gateway';

const door = new FakeGateway();
const crumb = (args: string[]) => door.crumb(args);
const of = (context: object): object => ({ id: 'i', version: 2, context });
const page = (...crumbs: object[]) => [200, { breadcrumbs: crumbs }] as const;
const path = (schema: string): string => `GET /v1/breadcrumbs?schema=${schema}&limit=200`;
const mail = { name: 'mail', description: 'Sends.', input: { type: 'object' }, effect: 'at_most_once' };

beforeAll(() => door.open());
afterAll(() => door.close());
beforeEach(() => {
  door.forget();
  const dice = {
    ...mail,
    name: 'dice',
    title: 'Dice',
    source: 'built-in',
    effect: undefined,
    output: { type: 'number' },
  };
  door.answers[path(ToolDef.name)] = page(of(mail), of({ ...dice, examples: [{ input: { notation: 'd6' } }] }));
  door.answers[path(ToolCatalog.name)] = page(of({ name: 'default', tools: [{ name: 'dice', available: true }] }));
  door.answers[path(ToolConfig.name)] = page(of({ tool: 'mail', enabled: false, timeout_ms: 7 }));
  const agents = [
    { agent: 'abe', version: 1, tools: ['m*'], subscriptions: [] },
    { agent: 'bob', version: 1, tools: ['dice', 'mail'], subscriptions: [] },
  ];
  door.answers['GET /v1/agents'] = [200, { agents }];
});

describe('crumb tools try', () => {
  const tried = (context: object) => ({
    ...{ try: { id: 't', context: { tool: 'dice' } }, trail_id: 'the-trail' },
    result: { context: { tool: 'dice', ...context } },
  });
  const address = 'POST /v1/tools/dice/try';

  it('sends the arguments and prints what came of it, where, and in what time', async () => {
    door.answers[address] = [200, tried({ status: 'ok', text: 'a 6', duration_ms: 3 })];
    const { code, out } = await crumb(['tools', 'try', 'dice', '--args', '{"notation":"d6"}', '--yes']);
    expect([code, out]).toEqual([0, `a 6\n\nin 3 ms\n\ntrail the-trail\n      ${door.address}/trails/the-trail\n`]);
    const sent = { arguments: { notation: 'd6' }, wait_ms: 300_000, confirmed: true };
    expect(JSON.parse(door.asked.at(-1)?.body ?? '')).toEqual(sent);
  });

  it('ends with 1 where the tool gives an error, and says which', async () => {
    const error = { code: 'timeout', message: 'It was slow.' };
    door.answers[address] = [200, tried({ status: 'error', text: 'It was slow.', error })];
    const { code, out } = await crumb(['tools', 'try', 'dice']);
    expect([code, out]).toEqual([1, expect.stringMatching(/^dice failed \(timeout\): It was slow\.\n/)]);
  });

  it('says that it still runs', async () => {
    door.answers[address] = [202, { ...tried({}), result: undefined }];
    expect(await crumb(['tools', 'try', 'dice', '-w', '0'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('dice is still running') as string,
    });
  });

  it.each(['{"notation"', '[1]', '7', 'null'])('takes no --args %s', async (args) => {
    const { code, err } = await crumb(['tools', 'try', 'dice', '--args', args]);
    expect([code, err]).toEqual([2, expect.stringContaining('--args ')]);
    expect(door.asked).toEqual([]);
  });
});

describe('crumb tools', () => {
  it('lists every tool with whether somebody runs it and who may use it', async () => {
    const { out } = await crumb(['tools']);
    expect(out).toMatch(/dice +yes +built-in +tool-runner +repeatable +bob\n/);
    expect(out).toMatch(/mail +off +tool-runner +at_most_once +abe, bob\n/);
  });

  it('gives programs the same as data', async () => {
    const { tools } = JSON.parse((await crumb(['tools', '--json'])).out) as { tools: object[] };
    expect(tools).toMatchObject([
      { definition: { name: 'dice' }, available: true, granted: ['bob'] },
      { definition: mail, config: { enabled: false }, granted: ['abe', 'bob'] },
    ]);
  });

  it('shows all of one tool, and what an operator has set in place of its definition', async () => {
    expect((await crumb(['tools', 'show', 'mail'])).out).toMatch(
      /timeout +7 \(set by an operator; definition: 30000\) ms/,
    );
    const { out } = await crumb(['tools', 'show', 'dice']);
    for (const part of ['dice: Dice', 'input', 'output', '"number"', 'example', '"d6"']) expect(out).toContain(part);
  });

  it('says so when there is none of that name, or none at all', async () => {
    expect(await crumb(['tools', 'show', 'none'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Tool "none" not found') as string,
    });
    door.answers[path(ToolDef.name)] = page();
    expect((await crumb(['tools'])).out).toContain('No tools defined');
  });
});
