import { SchemaDef, ToolConfig, toolStartId } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { RunnersUnderTest } from './start-runner';

const NOTE = 'jotting.v1';
let world: RunnersUnderTest;

beforeAll(async () => {
  world = await RunnersUnderTest.start({});
  await world.agent('abe', ['dice', 'echo', 'create_breadcrumb']);
  const schema = { type: 'object', properties: { text: { type: 'string' } } };
  await world.leave(SchemaDef.name, { defines: NOTE, schema, examples: [{ text: 'hi' }] });
  await world.leave(ToolConfig.name, { tool: 'echo', effect: 'at_most_once' });
}, 90_000);
afterAll(() => world?.stop());

/** Requests a tool from a process that crashes at this point; its replacement answers. */
async function dieAt(point: string, tool: string, input: object) {
  const deaths = (): number => world.stack.log('tool-runner').split(`dying at ${point}`).length;
  const before = deaths();
  const turn = await world.turn();
  await world.stack.halt('tool-runner');
  await world.stack.start('tool-runner', { CRASH_AT: point }, {});
  const request = await world.ask(tool, input, { turn });
  await eventually(() => deaths() > before);
  return { request, response: await world.answer(request) };
}

describe('a tool-runner that crashes', () => {
  it('after recording a start does not run a tool that must not run twice, and its replacement reports that', async () => {
    const { request, response } = await dieAt('tool.after-start', 'echo', { text: 'hi' });
    expect(response.context).toMatchObject({ status: 'error', error: { code: 'outcome_unknown' } });
    expect(await world.crumb(toolStartId('default', request))).not.toBeNull();
  });

  it('after running a tool that must not run twice leaves its outcome unknown', async () => {
    const { response } = await dieAt('tool.after-run', 'echo', { text: 'hi' });
    expect(response.context).toMatchObject({ status: 'error', error: { code: 'outcome_unknown' } });
  });

  it('after running a repeatable tool is replaced by one that runs it again and answers', async () => {
    const { response } = await dieAt('tool.after-run', 'dice', { notation: '10d6' });
    expect(response.context).toMatchObject({ status: 'ok', output: { notation: '10d6' } });
  });

  it('after creating a breadcrumb for a tool has created it once, and its replacement returns it', async () => {
    const { response } = await dieAt('tool.after-run', 'create_breadcrumb', {
      schema_name: NOTE,
      context: { text: 'a' },
    });
    const { crumbs } = await world.all.gateway.list({ schema: NOTE });
    expect(crumbs.map(({ id }) => id)).toEqual([(response.context.output as { id: string }).id]);
  });

  it('after answering has answered: the dice stay as rolled', async () => {
    const { request, response } = await dieAt('tool.after-append', 'dice', { notation: '20d100' });
    const next = await world.run('dice', { notation: 'd6' });
    expect(next.context.status).toBe('ok');
    expect(await world.answer(request)).toEqual(response);
  });
});
