import { ToolCatalog, ToolConfig, ToolDef } from '@crumbtrail/contracts';
import { FakeGateway } from './fake-gateway';

const gateway = new FakeGateway();
const crumb = (args: string[]) => gateway.crumb(args);
const of = (context: object): object => ({ id: 'i', version: 2, context });
const page = (...crumbs: object[]) => [200, { breadcrumbs: crumbs }] as const;
const path = (schema: string): string => `GET /v1/breadcrumbs?schema=${schema}&limit=200`;
const mail = { name: 'mail', description: 'Sends.', input: { type: 'object' }, effect: 'at_most_once' };

beforeAll(() => gateway.open());
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.reset();
  const dice = {
    ...mail,
    name: 'dice',
    title: 'Dice',
    source: 'built-in',
    effect: undefined,
    output: { type: 'number' },
  };
  gateway.replies[path(ToolDef.name)] = page(of(mail), of({ ...dice, examples: [{ input: { notation: 'd6' } }] }));
  gateway.replies[path(ToolCatalog.name)] = page(of({ name: 'default', tools: [{ name: 'dice', available: true }] }));
  gateway.replies[path(ToolConfig.name)] = page(of({ tool: 'mail', enabled: false, timeout_ms: 7 }));
  const agents = [
    { agent: 'abe', version: 1, tools: ['m*'], subscriptions: [] },
    { agent: 'bob', version: 1, tools: ['dice', 'mail'], subscriptions: [] },
  ];
  gateway.replies['GET /v1/agents'] = [200, { agents }];
});

describe('crumb tools try', () => {
  const tried = (context: object) => ({
    try: { id: 't', context: { tool: 'dice' } },
    trail_id: 'the-trail',
    result: { context: { tool: 'dice', ...context } },
  });
  const address = 'POST /v1/tools/dice/try';

  it('sends the arguments and prints the result, its duration and its trail', async () => {
    gateway.replies[address] = [200, tried({ status: 'ok', text: 'a 6', duration_ms: 3 })];
    const { code, out } = await crumb(['tools', 'try', 'dice', '--args', '{"notation":"d6"}', '--yes']);
    expect([code, out]).toEqual([0, `a 6\n\nin 3 ms\n\ntrail the-trail\n      ${gateway.address}/trails/the-trail\n`]);
    const sent = { arguments: { notation: 'd6' }, wait_ms: 300_000, confirmed: true };
    expect(JSON.parse(gateway.requests.at(-1)?.body ?? '')).toEqual(sent);
  });

  it('exits with 1 and prints the error when the tool fails', async () => {
    const error = { code: 'timeout', message: 'It was slow.' };
    gateway.replies[address] = [200, tried({ status: 'error', text: 'It was slow.', error })];
    const { code, out } = await crumb(['tools', 'try', 'dice']);
    expect([code, out]).toEqual([1, expect.stringMatching(/^dice failed \(timeout\): It was slow\.\n/)]);
  });

  it('reports that the tool is still running', async () => {
    gateway.replies[address] = [202, { ...tried({}), result: undefined }];
    expect(await crumb(['tools', 'try', 'dice', '-w', '0'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('dice is still running') as string,
    });
  });

  it.each(['{"notation"', '[1]', '7', 'null'])('rejects --args %s', async (args) => {
    const { code, err } = await crumb(['tools', 'try', 'dice', '--args', args]);
    expect([code, err]).toEqual([2, expect.stringContaining('--args ')]);
    expect(gateway.requests).toEqual([]);
  });
});

describe('crumb tools', () => {
  it('lists every tool with its availability and the agents it is granted to', async () => {
    const { out } = await crumb(['tools']);
    expect(out).toMatch(/dice +yes +built-in +tool-runner +repeatable +bob\n/);
    expect(out).toMatch(/mail +off +tool-runner +at_most_once +abe, bob\n/);
  });

  it('names MCP servers that are unavailable', async () => {
    const servers = [
      { name: 'files', available: true },
      { name: 'broken', available: false, trouble: 'spawn no-such-command ENOENT' },
    ];
    gateway.replies[path(ToolCatalog.name)] = page(of({ name: 'default', tools: [], servers }));
    expect((await crumb(['tools'])).out).toMatch(
      /\n\nthe MCP server broken is unavailable: spawn no-such-command ENOENT\.\n$/,
    );
  });

  it('prints the same as JSON with --json', async () => {
    const { tools } = JSON.parse((await crumb(['tools', '--json'])).out) as { tools: object[] };
    expect(tools).toMatchObject([
      { definition: { name: 'dice' }, available: true, granted: ['bob'] },
      { definition: mail, config: { enabled: false }, granted: ['abe', 'bob'] },
    ]);
  });

  it('shows the details of one tool, including the settings of an operator', async () => {
    expect((await crumb(['tools', 'show', 'mail'])).out).toMatch(
      /timeout +7 \(set by an operator; definition: 30000\) ms/,
    );
    const { out } = await crumb(['tools', 'show', 'dice']);
    for (const part of ['dice: Dice', 'input', 'output', '"number"', 'example', '"d6"']) expect(out).toContain(part);
  });

  it('reports that there is no tool of that name, or no tool at all', async () => {
    expect(await crumb(['tools', 'show', 'none'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Tool "none" not found') as string,
    });
    gateway.replies[path(ToolDef.name)] = page();
    expect((await crumb(['tools'])).out).toContain('No tools defined');
  });
});
