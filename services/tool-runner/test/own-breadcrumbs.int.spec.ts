import { SchemaDef, type AgentDefV1 } from '@crumbtrail/contracts';
import { RunnersUnderTest } from './start-runner';

const NOTE = 'jotting.v1';
const TOOLS: NonNullable<AgentDefV1['tools']> = [
  'create_breadcrumb',
  'read_breadcrumb',
  'update_breadcrumb',
  'search_breadcrumbs',
];
let world: RunnersUnderTest;

beforeAll(async () => {
  world = await RunnersUnderTest.start();
  await world.runner();
  await world.agent('abe', TOOLS);
  await world.agent('bob', TOOLS);
  const text = { type: 'string', maxLength: 100 };
  const schema = { type: 'object', properties: { text }, required: ['text'], additionalProperties: false };
  await world.leave(SchemaDef.name, { defines: NOTE, schema, examples: [{ text: 'hello' }] });
}, 90_000);
afterAll(() => world?.stop());

const output = async (tool: string, input: object, agent = 'abe') => (await world.run(tool, input, { agent })).context;
async function written(text: string, more: object = {}): Promise<string> {
  const { context } = await world.run('create_breadcrumb', { schema_name: NOTE, context: { text }, ...more });
  return (context.output as { id: string }).id;
}

describe('a record that an agent wrote', () => {
  it('is read by its id, with its version and payload, also by another agent that may read it', async () => {
    const id = await written('No nuts.', { title: 'Allergy', tags: ['anna'] });
    for (const agent of ['abe', 'bob'])
      expect((await output('read_breadcrumb', { id }, agent)).output).toMatchObject({
        id,
        version: 1,
        schema_name: NOTE,
        author: 'abe',
        title: 'Allergy',
        tags: ['anna'],
        context: { text: 'No nuts.' },
      });
  });

  it('is changed as a new version, and not where it was changed since it was read', async () => {
    const id = await written('No nuts.');
    const change = (version: number, text: string) => output('update_breadcrumb', { id, version, context: { text } });
    expect((await change(1, 'No nuts and no milk.')).output).toEqual({ id, version: 2 });
    expect(await world.crumb(id)).toMatchObject({ version: 2, context: { text: 'No nuts and no milk.' } });
    expect(await change(1, 'Late.')).toMatchObject({ status: 'error', error: { code: 'version_conflict' } });
    expect((await change(2, 'x'.repeat(200))).text).toContain('/context/text');
  });

  it('is changed by nobody else, and not read by an agent outside of its audience', async () => {
    const id = await written('mine');
    const stolen = await output('update_breadcrumb', { id, version: 1, context: { text: 'yours' } }, 'bob');
    expect(stolen).toMatchObject({ status: 'error', error: { code: 'refused' } });
    const hidden = await written('secret', { audience: ['agent:abe'] });
    const looked = await output('read_breadcrumb', { id: hidden }, 'bob');
    expect(looked).toMatchObject({ status: 'error', error: { code: 'not_found' } });
  });

  it('is not deleted by an agent that is not granted it', async () => {
    const id = await written('stays');
    expect(await output('delete_breadcrumb', { id, version: 1 })).toMatchObject({ error: { code: 'not_granted' } });
    expect(await world.crumb(id)).toMatchObject({ context: { text: 'stays' } });
  });
});
