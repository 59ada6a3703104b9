import { Crumbtrail } from '@crumbtrail/client';
import { SchemaDef, singletonId, ToolDef } from '@crumbtrail/contracts';
import { eventually, type ScriptedCall } from '@crumbtrail/testing';
import { WITHOUT_MEMORY } from './support/fewer-services';
import { useFixture, useStack } from './support/fixture';
import { SHORT_LEASES } from './support/short-leases';
import { ToolTurns } from './support/tool-turns';

const stack = useStack({ ...SHORT_LEASES, services: WITHOUT_MEMORY });
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));
const turns = useFixture(() => new ToolTurns(stack));

const VAT = {
  name: 'vat',
  description: 'Adds the value added tax of a country to a price.',
  input: {
    type: 'object',
    properties: { price: { type: 'number' }, country: { type: 'string' } },
    required: ['price'],
  },
  output: { type: 'object', properties: { gross: { type: 'number' } }, required: ['gross'] },
  code: `const RATES = { de: 19, at: 20 };
export default ({ price, country = 'de' }) => {
  console.log('rate', RATES[country]);
  return { gross: price * (100 + RATES[country]) / 100, draw: Math.random(), at: new Date().toISOString() };
};`,
};
const SLOW = {
  name: 'slow',
  description: 'Counts for a while.',
  input: { type: 'object' },
  code: 'export default () => { let n = 0; for (let i = 0; i < 2e6; i += 1) n += i % 7; return n; }',
  timeout_ms: 60_000,
};
/** Turns that run a program while the tool-runner is killed. */
const TURNS = Number(process.env['TURNS'] ?? 4);
const call = (name: string, args: Record<string, unknown> = {}): ScriptedCall => ({ id: name, name, arguments: args });
const define = (context: Record<string, unknown>) => client.append({ schema_name: ToolDef.name, context });
const waiting = async () => (await client.approvals.list({ status: 'waiting' })).approvals[0];
const first = <Value>(values: Iterable<Value>): Value | undefined => [...values][0];

beforeAll(async () => {
  await turns.whenAvailable('calculator');
  await turns.grant({
    tools: ['vat', 'slow', 'check_will', 'loop', 'define_tool', 'my_*', 'create_breadcrumb', 'delete_breadcrumb'],
  });
  const schema = { type: 'object', properties: { text: { type: 'string', maxLength: 100 } } };
  await client.append({
    schema_name: SchemaDef.name,
    context: { defines: 'jotting.v1', schema, examples: [{ text: 'x' }] },
  });
});

describe('a tool whose definition has its code', () => {
  it('is used by an agent seconds after it was written, with its log on the trail', async () => {
    await define(VAT);
    await turns.whenAvailable('vat');
    const { answer, responses } = await turns.run('shop', call('vat', { price: 100, country: 'at' }));
    expect(answer).toMatch(/^it gave: \{"gross":120,/);
    expect(first(responses.values())?.context).toMatchObject({ status: 'ok', logs: ['rate 20'] });
  });

  it('is tried before an agent has it, and says where it fails and that its result does not fit', async () => {
    await eventually(async () => (await client.tryTool('vat', { arguments: { price: 1 } })).result !== null);
    const { result } = await client.tryTool('vat', { arguments: { price: 10 } });
    expect(result?.context).toMatchObject({ status: 'ok', output: { gross: 11.9 }, logs: ['rate 19'] });
    const failed = await client.tryTool('vat', { arguments: { price: 10, country: 'xx' } });
    expect(failed.result?.context).toMatchObject({ status: 'error', error: { code: 'invalid_output' } });
  });

  it('is changed by a new version, which the next turn runs', async () => {
    const id = singletonId('default', 'tool', 'vat');
    const { version } = await client.get(id);
    const context = { ...VAT, code: 'export default () => ({ gross: 7 })' };
    const headers = { 'if-match': `"${version}"` };
    await stack.api.request('PATCH', `/v1/breadcrumbs/${id}`, { context }, { headers });
    const look = async () => (await turns.run('changed', call('vat', { price: 1 }))).answer === 'it gave: {"gross":7}';
    await eventually(look);
  });

  it('that never ends is stopped with its reason, and the turn goes on', async () => {
    await define({ ...SLOW, name: 'loop', code: 'export default () => { for (;;); }', timeout_ms: 2_000 });
    await turns.whenAvailable('loop');
    const { answer, responses } = await turns.run('endless', call('loop'));
    expect(first(responses.values())?.context).toMatchObject({ status: 'error', error: { code: 'timeout' } });
    expect(answer).toMatch(/^it gave: .*stopped/);
  });

  it('is run again by the next process when the tool-runner is killed while it runs, and every turn is answered once', async () => {
    await define(SLOW);
    await turns.whenAvailable('slow');
    const sessions = Array.from({ length: TURNS }, (_, nth) => `killed-${nth}`);
    const said = await Promise.all(sessions.map((session) => turns.say(session, call('slow'))));
    await eventually(async () => (await turns.conversations.listCrumbs('tool.request.v1', 'killed-0')).length > 0);
    await stack.kill('tool-runner');
    const ended = await Promise.all(said.map((one) => turns.ended(one, 240_000)));
    expect(new Set(ended.map(({ answer }) => answer)).size).toBe(1);
    expect(ended[0]?.answer).toMatch(/^it gave: \d+$/);
    for (const { asked, responses } of ended) expect([asked.length, responses.size]).toEqual([1, 1]);
  });
});

describe('a tool that an agent writes', () => {
  const triple = {
    name: 'my_triple',
    description: 'Triples a number.',
    input: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    code: 'export default ({ n }) => 3 * n',
  };

  it('waits for a person, who approves it, and is then called by the agent', async () => {
    const said = await turns.say('research', call('define_tool', triple));
    const approval = await eventually(waiting);
    expect(approval).toMatchObject({ tool: 'define_tool' });
    expect(
      (await client.list({ schema: ToolDef.name, limit: 200 })).breadcrumbs.map(({ context }) => context['name']),
    ).not.toContain('my_triple');
    await client.approvals.approve(approval?.id ?? '');
    expect((await turns.ended(said)).answer).toMatch(/"name":"my_triple","version":1/);
    await turns.whenAvailable('my_triple');
    expect((await turns.run('research', call('my_triple', { n: 14 }))).answer).toBe('it gave: 42');
  });

  it('is never one that somebody else has written', async () => {
    const said = await turns.say('theft', call('define_tool', { ...triple, name: 'echo' }));
    await client.approvals.approve((await eventually(waiting))?.id ?? '');
    expect((await turns.ended(said)).answer).toContain('There is a tool echo already that you have not written.');
  });
});

describe('a record that an agent deletes', () => {
  it('is erased once a person has approved it', async () => {
    const context = { text: 'No nuts.' };
    const made = await turns.run('notes', call('create_breadcrumb', { schema_name: 'jotting.v1', context }));
    const { id } = first(made.responses.values())?.context.output as unknown as { readonly id: string };
    const said = await turns.say('notes', call('delete_breadcrumb', { id, version: 1 }));
    expect((await client.get(id)).context).toEqual(context);
    await client.approvals.approve((await eventually(waiting))?.id ?? '');
    expect((await turns.ended(said)).answer).toContain('"erased":true');
    await expect(client.get(id)).rejects.toThrow(/erased/i);
  });
});

describe('a tool that no process runs', () => {
  it('is not offered, and a call of it ends at once', async () => {
    await define({ name: 'check_will', description: 'Reads a will.', input: { type: 'object' }, runner: 'nobody' });
    await turns.whenAvailable('check_will', false);
    const { answer, asked } = await turns.run('will', call('check_will'));
    expect(asked).toEqual([]);
    expect(answer).toContain('There is no tool "check_will" that you may call.');
    await expect(client.tryTool('check_will', { arguments: {} })).rejects.toThrow(/No process runs it/);
  });
});
