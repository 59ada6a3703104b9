import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  it('prints the log of a run', async () => {
    gateway.replies[address] = [200, tried({ status: 'ok', text: 'a 6', logs: ['rate 20', 'done'] })];
    expect((await crumb(['tools', 'try', 'dice'])).out).toMatch(/^a 6\n\nits log:\n {2}rate 20\n {2}done\n/);
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

describe('crumb tools define', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crumb-tools-'));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const vat = { name: 'vat', description: 'Adds the tax.', input: { type: 'object' } };

  afterAll(() => rmSync(folder, { recursive: true }));

  it('defines a tool of which the code is in a file of its own', async () => {
    file('vat.json', JSON.stringify(vat));
    const code = 'export default () => 1;\n';
    gateway.replies['POST /v1/breadcrumbs'] = [201, { id: 'new', version: 1 }];
    expect(await crumb(['tools', 'define', file('vat.js', code)])).toMatchObject({
      code: 0,
      out: 'Defined vat, version 1 (new).\n',
    });
    expect(JSON.parse(gateway.requests.at(-1)?.body ?? '')).toMatchObject({
      schema_name: ToolDef.name,
      context: { ...vat, code },
    });
  });

  it('changes a tool, without the reason why it was unavailable, and says which fields changed', async () => {
    gateway.replies[path(ToolDef.name)] = page(of({ ...vat, unavailable: 'No process runs it.' }));
    gateway.replies['PATCH /v1/breadcrumbs/i'] = [200, { id: 'i', version: 3 }];
    const { out } = await crumb([
      'tools',
      'define',
      file('vat2.json', JSON.stringify({ ...vat, code: 'export default 1' })),
    ]);
    expect(out).toBe('Changed vat to version 3 (i):\n+ code\n');
  });

  it('says which file it cannot read', async () => {
    const { code, err } = await crumb(['tools', 'define', join(folder, 'none.js')]);
    expect([code, err]).toEqual([2, expect.stringContaining('none.json') as string]);
  });
});
