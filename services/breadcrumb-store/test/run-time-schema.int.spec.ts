import { singletonId, UserMessage, type Envelope } from '@crumbtrail/contracts';
import { render } from '@crumbtrail/hints';
import { readCrumbs } from '../src/reading/read-crumbs';
import { readTrail } from '../src/reading/read-trail';
import { definition, NOTE, note, refusal, schema } from './note-schema';
import { creates, operator, service, StoreUnderTest, user } from './store-under-test';
import { IndexUnderTest } from './index-under-test';
import { databases } from './databases';

describe.each(databases)('schemas published at run time on %s', (_name, open) => {
  let store: StoreUnderTest;
  let index: IndexUnderTest;
  let workspace: string;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    index = await IndexUnderTest.over(store);
  }, 60_000);

  beforeEach(async () => {
    workspace = await store.workspace();
  });

  afterAll(async () => {
    await index.close();
    await store.close();
    expect(index.errors).toEqual([]);
  });

  const root = () => operator(workspace);
  const ann = () => user(workspace);
  const define = (more: object = {}) => store.create(root(), definition(more));
  const redefine = (if_match: number, more: object) =>
    store.commit(root(), {
      writes: [
        {
          op: 'update',
          id: singletonId(workspace, 'schema', NOTE),
          if_match,
          patch: { context: definition(more).context },
        },
      ],
    });
  const change = (id: string, if_match: number, patch: object, who = ann()) =>
    store.commit(who, { writes: [{ op: 'update', id, if_match, patch }] });
  const erase = (id: string, if_match = 1, who = root()) =>
    store.commit(who, { writes: [{ op: 'erase', id, if_match }] });
  const texts = async () => {
    await index.settled();
    const rows = await index.rows('chunk', workspace);
    return rows.sort((a, b) => Number(a['position']) - Number(b['position'])).map(({ text }) => text);
  };
  const one = async (id: string, version?: number, who = ann()): Promise<Envelope> => {
    const reply = await readCrumbs(store.db.database, { refs: [{ id, ...(version ? { version } : {}) }] }, who);
    return reply.crumbs[0] as Envelope;
  };

  it('apply as soon as they are published: their crumbs are accepted, checked and rendered, even in the same commit', async () => {
    expect(await refusal(store.create(ann(), note({ body: 'too early' })))).toMatchObject({ code: 'unknown_schema' });
    await store.commit(root(), { writes: creates(definition(), note({ title: 'T', body: 'first' })) });
    const second = await store.create(ann(), note({ title: 'U', body: 'second', secret: 'xyzzy' }));
    expect(await texts()).toEqual(['T: first (operator)', 'U: second (ann)']);
    const crumb = await one(second.id);
    expect(crumb.audience).toBe('all');
    expect(render(crumb)).toEqual({ text: 'U: second (ann)' });
    const { nodes } = await readTrail(store.db.database, { id: second.id }, ann());
    expect(nodes[0]?.summary).toBe('U: second (ann)');
  });

  it('refuse an invalid payload with its path, both in new crumbs and in updates', async () => {
    await define();
    expect(await refusal(store.create(ann(), note({ title: 'no body' })))).toMatchObject({
      code: 'invalid_payload',
      paths: ['/context/body'],
    });
    const { id } = await store.create(ann(), note({ body: 'b' }));
    const several = store.commit(ann(), { writes: creates(note({ body: 'fine' }), note({ body: 7 })) });
    await expect(several).rejects.toMatchObject({ problem: { details: { index: 1 } } });
    expect(await refusal(change(id, 1, { context: { body: 7 } }))).toMatchObject({ paths: ['/context/body'] });
    expect((await change(id, 1, { context: { body: 'c' } })).results[0]).toMatchObject({ version: 2 });
  });

  it('can be published only by operators; users, agents, tools and operators can write their crumbs', async () => {
    expect(await refusal(store.create(ann(), definition()))).toMatchObject({ code: 'wrong_writer' });
    await define();
    const agent = { ...ann(), participant: { kind: 'agent', id: 'bot' } as const };
    expect(await store.create(agent, note({ body: 'b' }))).toMatchObject({ version: 1 });
    const robot = service(workspace, 'conductor');
    expect(await refusal(store.create(robot, note({ body: 'b' })))).toMatchObject({ code: 'wrong_writer' });
    expect(await refusal(store.create(root(), definition({ defines: 'agent.turn.v2' })))).toMatchObject({
      paths: ['/context/defines'],
    });
  });

  it('are one crumb for each name, and only in their own workspace', async () => {
    const first = await define();
    expect(await define()).toMatchObject({ id: first.id, existed: true });
    expect(await refusal(define({ description: 'another' }))).toMatchObject({ code: 'id_conflict' });
    const other = await store.workspace();
    expect(await refusal(store.create(user(other), note({ body: 'b' })))).toMatchObject({ code: 'unknown_schema' });
  });

  it('refuse an incompatible change, with its path and what to do instead', async () => {
    await define();
    const tighter = { ...schema, required: ['body', 'title'] };
    expect(await refusal(redefine(1, { schema: tighter }))).toEqual({
      code: 'invalid_payload',
      paths: ['/context/schema/required'],
      messages: [expect.stringMatching(/title.*note\.v2/)],
    });
    const wider = { ...schema, properties: { ...schema.properties, mood: { enum: ['good', 'bad'] } } };
    expect((await redefine(1, { schema: wider })).results[0]).toMatchObject({ version: 2 });
    expect(await refusal(store.create(ann(), note({ body: 'b', mood: 'odd' })))).toMatchObject({
      paths: ['/context/mood'],
    });
  });

  it('render a version by the hints of the definition that was current when the version was written', async () => {
    await define();
    const { id } = await store.create(ann(), note({ title: 'T', body: 'one' }));
    await redefine(1, { llm_hints: { template: 'NEW {{body}}' } });
    await change(id, 1, { context: { title: 'T', body: 'two' } });
    expect(await texts()).toEqual(['T: one (ann)', 'NEW two']);
    expect(render(await one(id, 1))).toEqual({ text: 'T: one (ann)' });
    expect(render(await one(id))).toEqual({ text: 'NEW two' });
  });

  it('merge a crumb’s own hints over those of the schema, and test them when they are written', async () => {
    await define();
    const own = note({ title: 'T', body: 'b', secret: 'xyzzy' }, { llm_hints: { template: '{{body}}{{secret}}!' } });
    const { id } = await store.create(ann(), own);
    expect(await texts()).toEqual(['b!']);
    const failing = { transform: { x: { type: 'jq', query: '.body | keys' } } };
    expect(await refusal(change(id, 1, { llm_hints: failing }))).toMatchObject({
      code: 'invalid_payload',
      paths: ['/llm_hints/transform/x/query'],
    });
    const working = { format: 'text', transform: { x: { type: 'jq', query: '.body | ascii_upcase' } } };
    await change(id, 1, { llm_hints: working });
    expect((await texts()).at(-1)).toBe('B');
  });

  it('report a hint that failed, and never index the raw payload instead', async () => {
    await define({ llm_hints: { template: '{{extra}}' } });
    await store.create(ann(), note({ body: 'b', extra: { deep: 'xyzzy' } }));
    await index.settled();
    const [row] = await index.rows('chunk', workspace);
    expect(row).toMatchObject({ text: '', hint_error: expect.stringContaining('/llm_hints/template') });
    expect(JSON.stringify(row)).not.toContain('xyzzy');
    await store.create(ann(), note({ body: 'b' }, { llm_hints: { template: '{{nowhere}}' } }));
    await index.settled();
    const reasons = (await index.rows('chunk', workspace)).map(({ hint_error }) => hint_error);
    expect(reasons).toContain('its llm_hints select nothing to show in this payload: it has nothing at nowhere');
  });

  it('can be erased only while no crumb uses them', async () => {
    const { id } = await define();
    const one = await store.create(ann(), note({ body: 'b' }));
    expect(await refusal(erase(id))).toMatchObject({ code: 'id_conflict' });
    await erase(one.id);
    await erase(id);
    expect(await refusal(store.create(ann(), note({ body: 'b' })))).toMatchObject({ code: 'unknown_schema' });
  });

  it('set the retention and the default audience of their crumbs', async () => {
    await define({ audience: 'agents', retention: { class: 'days', days: 3 } });
    const { id } = await store.create(ann(), note({ body: 'b' }));
    const crumb = await one(id, undefined, root());
    expect(crumb.audience).toBe('agents');
    const days = (Date.parse(crumb.expires_at ?? '') - Date.parse(crumb.created_at)) / 86_400_000;
    expect(days).toBeCloseTo(3, 5);
    await redefine(1, { retention: { class: 'latest' } });
    await change(id, 1, { context: { body: 'c' } });
    expect(await one(id, 1)).toBeNull();
  });

  it('add no field to crumbs of built-in schemas', async () => {
    const { id } = await store.create(ann(), { schema_name: UserMessage.name, context: { content: 'hello' } });
    expect(await one(id)).not.toHaveProperty('schema_hints');
  });
});
