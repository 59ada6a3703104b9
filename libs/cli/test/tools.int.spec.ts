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
      /time limit +7 \(an operator's; the definition says 30000\) ms/,
    );
    const { out } = await crumb(['tools', 'show', 'dice']);
    for (const part of ['dice: Dice', 'takes', 'gives', '"number"', 'example', '"d6"']) expect(out).toContain(part);
  });

  it('says so when there is none of that name, or none at all', async () => {
    expect(await crumb(['tools', 'show', 'none'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no tool none') as string,
    });
    door.answers[path(ToolDef.name)] = page();
    expect((await crumb(['tools'])).out).toContain('No tool is defined');
  });
});
