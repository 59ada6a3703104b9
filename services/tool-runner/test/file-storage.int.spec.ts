import { ReadFile, SessionFile } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { RunnersUnderTest } from './start-runner';

let world: RunnersUnderTest;

beforeAll(async () => {
  world = await RunnersUnderTest.start();
  await world.runner();
  await eventually(() => world.definition('file_storage'));
  for (const agent of ['abe', 'bob']) await world.agent(agent, ['file_storage']);
}, 90_000);
afterAll(() => world?.stop());

interface Where {
  readonly agent?: string;
  readonly session?: string;
  readonly audience?: readonly string[];
}

/** Calls the tool in a turn of its own. */
async function call(input: object, { agent = 'abe', session, audience }: Where) {
  const message = { session, ...(audience && { audience }) };
  const turn = await world.turn(agent, message as Parameters<RunnersUnderTest['turn']>[1]);
  const { context } = await world.run('file_storage', input, { turn });
  await world.end(turn);
  return context;
}

const listed = async (where: Where): Promise<string[]> => {
  const { output } = await call({ action: 'list' }, where);
  return (output as { files: { name: string; owner: string }[] }).files.map(({ name, owner }) => `${owner}/${name}`);
};

describe('a file that an agent keeps', () => {
  it('is saved, listed and read as text, and saving its name again replaces it', async () => {
    const session = 'keeps';
    const save = (content: string) => call({ action: 'save', name: 'plan.md', content }, { session });
    expect((await save('First tea.')).output).toMatchObject({ name: 'plan.md', bytes: 10, replaced: false });
    expect((await save('Tea, then cake.')).output).toMatchObject({ bytes: 15, replaced: true });
    expect(await listed({ session })).toEqual(['abe/plan.md']);
    expect((await call({ action: 'read', name: 'plan.md' }, { session })).output).toMatchObject({
      content: 'Tea, then cake.',
      encoding: 'text',
      owner: 'abe',
    });
  });

  it('may be of any bytes, which come back as they were', async () => {
    const session = 'binary';
    const content = Buffer.from([0, 255, 1, 254, 80, 75, 3, 4, 0]).toString('base64');
    const saved = await call({ action: 'save', name: 'a.bin', content, encoding: 'base64' }, { session });
    expect(saved.output).toMatchObject({ bytes: 9 });
    expect((await call({ action: 'read', name: 'a.bin' }, { session })).output).toMatchObject({
      type: 'application/octet-stream',
      content,
      encoding: 'base64',
    });
  });

  it('is one of as many as an agent may keep', async () => {
    const session = 'many';
    const names = Array.from({ length: 40 }, (_, nth) => `part-${nth}`);
    for (const name of names)
      expect((await call({ action: 'save', name, content: name }, { session })).output).toMatchObject({ name });
    expect((await listed({ session })).toSorted()).toEqual(names.map((name) => `abe/${name}`).toSorted());
  });

  it('is read in pages where it is long', async () => {
    const session = 'long';
    const content = 'x'.repeat(60_000) + 'the end';
    await call({ action: 'save', name: 'long.txt', content }, { session });
    const read = (offset: number) => call({ action: 'read', name: 'long.txt', offset }, { session });
    expect((await read(0)).output).toMatchObject({ next_offset: 60_000, characters: 60_007 });
    expect((await read(60_000)).output).toMatchObject({ content: 'the end' });
  });

  it('is read by another agent of the session, deleted by its owner alone, and in no other session', async () => {
    const session = 'shared';
    await call({ action: 'save', name: 'notes', content: 'mine' }, { session });
    const bob = { session, agent: 'bob' };
    expect((await call({ action: 'read', name: 'notes' }, bob)).output).toMatchObject({
      content: 'mine',
      owner: 'abe',
    });
    expect((await call({ action: 'delete', name: 'notes' }, bob)).error).toMatchObject({ code: 'not_found' });
    expect(await listed({ session: 'elsewhere' })).toEqual([]);
    expect((await call({ action: 'delete', name: 'notes' }, { session })).output).toEqual({ deleted: 'notes' });
    expect(await listed({ session })).toEqual([]);
  });

  it('of a private turn is shown in no turn whose answer others read', async () => {
    const session = 'private';
    const audience = ['agent:abe', 'user:rita'];
    await call({ action: 'save', name: 'secret', content: 'hush' }, { session, audience });
    expect(await listed({ session, audience })).toEqual(['abe/secret']);
    expect(await listed({ session })).toEqual([]);
    expect((await call({ action: 'read', name: 'secret' }, { session })).error).toMatchObject({ code: 'not_found' });
  });

  it('is refused where it is too large, or no base64, with what helps', async () => {
    const session = 'refused';
    const large = await call({ action: 'save', name: 'big', content: 'x'.repeat(131_073) }, { session });
    expect(large.error).toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('save it in parts') as string,
    });
    const odd = await call({ action: 'save', name: 'odd', content: 'not base64', encoding: 'base64' }, { session });
    expect(odd.error).toMatchObject({ code: 'invalid_input' });
    expect((await call({ action: 'read' }, { session })).error).toMatchObject({ code: 'invalid_input' });
  });

  it('counts towards a quota, which another save is told of', async () => {
    const session = 'full';
    const content = 'x'.repeat(131_072);
    for (let n = 0; n < 32; n += 1)
      await call({ action: 'save', name: `f${n}`, content: `${n}${content}`.slice(0, 131_072) }, { session });
    const full = await call({ action: 'save', name: 'more', content: 'x' }, { session });
    expect(full.error).toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining('delete what you need no more') as string,
    });
    expect((await call({ action: 'save', name: 'f0', content: 'x' }, { session })).output).toMatchObject({
      replaced: true,
    });
  }, 120_000);

  it('is downloaded by a person who may read it', async () => {
    const session = 'download';
    const { output } = await call(
      { action: 'save', name: 'offers.csv', content: 'a,b', type: 'text/csv' },
      { session },
    );
    const { id } = output as { id: string };
    const crumb = await world.crumb<typeof SessionFile>(id);
    const [file] = crumb?.context.files ?? [];
    expect(file).toMatchObject({ name: 'offers.csv', type: 'text/csv', bytes: 3 });
    const read = { breadcrumb: id, hash: String(file?.hash) };
    const { name, data } = await world.all.gateway.request(ReadFile, read);
    expect([name, Buffer.from(data, 'base64').toString()]).toEqual(['offers.csv', 'a,b']);
  });
});
