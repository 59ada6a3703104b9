import { DeadLetter, Session, singletonId, ToolCatalog, type Envelope, type Ref } from '@crumbtrail/contracts';
import { findTablesWith } from '@crumbtrail/testing';
import { readHistory } from '../src/reading/read-history';
import { listCrumbs } from '../src/reading/list-crumbs';
import { readCrumbs } from '../src/reading/read-crumbs';
import type { DuePoller } from '../src/writer/due-poller';
import { message, operator, service, StoreUnderTest, user } from './store-under-test';
import { databases } from './databases';
import { listEvents } from './list-events';

const CANARY = 'xyzzy-canary-4711';

describe.each(databases)('updates and expiry on %s', (_name, open) => {
  let store: StoreUnderTest;
  let workspace: string;
  let due: DuePoller;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    due = store.duePoller();
  }, 60_000);

  beforeEach(async () => {
    workspace = await store.workspace();
  });

  afterAll(async () => {
    await store.close();
  });

  const ann = () => user(workspace);
  const change = (id: string, if_match: number | undefined, patch: object, who = ann()) =>
    store.commit(who, { writes: [{ op: 'update', id, if_match: if_match as number, patch }] });
  const one = async (id: string, more: { version?: number; as_of?: number } = {}, who = ann()) => {
    const { version, as_of } = more;
    const reply = await readCrumbs(store.db.database, { refs: [{ id, ...(version ? { version } : {}) }], as_of }, who);
    return reply.crumbs[0] as Envelope | null;
  };

  it('create a version for each change, and every earlier state of the log can be read', async () => {
    const first = await store.create(ann(), message('one', { title: 'T', tags: ['a'] }));
    const second = (await change(first.id, 1, { context: { content: 'two' }, title: null })).results[0] as Ref & {
      position: number;
    };
    expect(second).toMatchObject({ id: first.id, version: 2 });
    expect(await one(first.id)).toMatchObject({ version: 2, context: { content: 'two' }, tags: ['a'] });
    expect(await one(first.id)).not.toHaveProperty('title');
    expect(await one(first.id, { as_of: first.position })).toMatchObject({ version: 1, title: 'T' });
    expect(await one(first.id, { version: 1 })).toMatchObject({ context: { content: 'one' } });
    expect(await one(first.id, { as_of: first.position - 1 })).toBeNull();
    const versions = await readHistory(store.db.database, first.id, ann());
    expect(versions.map(({ version, context }) => [version, context['content']])).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
  });

  it('record who made each version but the first, which its author made', async () => {
    const { id } = await store.create(ann(), message('one'));
    await change(id, 1, { context: { content: 'two' } }, operator(workspace));
    await change(id, 2, { context: { content: 'three' } });
    const versions = await readHistory(store.db.database, id, ann());
    const { participant } = operator(workspace);
    expect(versions.map(({ updated_by }) => updated_by)).toEqual([undefined, participant, ann().participant]);
    expect(await one(id)).toMatchObject({ updated_by: ann().participant, author: { id: ann().participant.id } });
  });

  it('store the title, tags, hints and expiry of each version', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const was = { title: 'T', tags: ['a', 'b'], llm_hints: { format: 'fields' as const } };
    const { id } = await store.create(ann(), message('one', { ...was, expires_at }));
    await change(id, 1, { title: null, tags: [], llm_hints: null, expires_at: null });
    const [first, second] = await readHistory(store.db.database, id, ann());
    expect(first).toMatchObject({ ...was, version: 1, context: { content: 'one' } });
    expect(second).toMatchObject({ version: 2, context: { content: 'one' }, tags: [] });
    for (const gone of ['title', 'llm_hints', 'expires_at']) expect(second).not.toHaveProperty(gone);
  });

  it('accept only one of two concurrent changes to the same version', async () => {
    const { id } = await store.create(ann(), message('one'));
    const both = await Promise.allSettled([
      change(id, 1, { context: { content: 'left' } }),
      change(id, 1, { context: { content: 'right' } }),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(both[1]).toMatchObject({ reason: { code: 'version_conflict', problem: { details: { version: 2 } } } });
  });

  it('refuse a change without a version, without permission, or to an invalid payload', async () => {
    const { id } = await store.create(ann(), message('one'));
    const refusals: [Promise<unknown>, string][] = [
      [change(id, undefined, { title: 'x' }), 'precondition_required'],
      [change(id, 7, { title: 'x' }), 'version_conflict'],
      [change(id, 1, { title: 'x' }, user(workspace, 'bob')), 'forbidden'],
      [change(id, 1, { context: { content: 5 } }), 'invalid_payload'],
      [change(id, 1, { llm_hints: { template: '{{#each}' } }), 'invalid_payload'],
      [change(id, 1, { author: { kind: 'user', id: 'bob' } }), 'invalid_payload'],
      [change('0197a6d0-0000-7000-8000-000000000001', 1, { title: 'x' }), 'not_found'],
      [change('no-uuid', 1, { title: 'x' }), 'not_found'],
    ];
    for (const [refusal, code] of refusals) await expect(refusal).rejects.toMatchObject({ code });
    expect(await one(id)).toMatchObject({ version: 1, context: { content: 'one' } });
  });

  it('keep one crumb of a singleton: an equal draft returns it, a different one is a conflict, and its name cannot change', async () => {
    const draft = { schema_name: Session.name, context: { name: 'den', title: 'Den' } };
    const first = await store.create(ann(), draft);
    expect(first.id).toBe(singletonId(workspace, 'session', 'den'));
    expect(await store.create(ann(), draft)).toMatchObject({ id: first.id, version: 1, existed: true });
    const other = { ...draft, context: { name: 'den', title: 'Other' } };
    await expect(store.create(ann(), other)).rejects.toMatchObject({ code: 'id_conflict' });
    await expect(change(first.id, 1, { context: { name: 'cave' } })).rejects.toMatchObject({ code: 'invalid_payload' });
    await expect(change(first.id, 1, { context: { name: 'den', title: 'Den 2' } })).resolves.toBeDefined();
  });

  it('keep only the latest version if the schema says so', async () => {
    const catalog = (name: string) => ({ name: 'tools', tools: [{ name, description: 'd' }] });
    const who = operator(workspace);
    const { id } = await store.create(who, { schema_name: ToolCatalog.name, context: catalog('echo') });
    await change(id, 1, { context: catalog('timer') }, who);
    expect((await readHistory(store.db.database, id, who)).map(({ version }) => version)).toEqual([2]);
  });

  it('hide an expired crumb, publish its expiry once, and keep the others', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const gone = await store.create(ann(), message('gone', { expires_at: soon }));
    const kept = await store.create(ann(), message('kept', { expires_at: soon }));
    await change(kept.id, 1, { expires_at: null });
    await passed(gone.id);
    expect(await one(gone.id)).toBeNull();
    expect((await listCrumbs(store.db.database, {}, ann())).crumbs.map(({ id }) => id)).toEqual([kept.id]);
    await Promise.all([due.poll(), due.poll()]);
    await due.poll();
    expect(await listEvents(store.db.database, workspace, 'expired')).toEqual([{ id: gone.id }]);
    await expect(change(gone.id, 1, { title: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('delete a dead letter after its 90 days', async () => {
    const letter = {
      station: 'conductor',
      durable: 'conductor',
      event: { position: 1 },
      deliveries: 5,
      error: { name: 'E', message: CANARY },
    };
    const { id } = await store.create(service(workspace, 'conductor'), {
      schema_name: DeadLetter.name,
      context: letter,
    });
    const crumb = await one(id, {}, operator(workspace));
    const days = (Date.parse(crumb?.expires_at ?? '') - Date.parse(crumb?.created_at ?? '')) / 86_400_000;
    expect(days).toBe(90);
    await passed(id);
    await due.poll();
    expect(await findTablesWith(store.db.database, CANARY)).toEqual([]);
  });

  async function passed(id: string): Promise<void> {
    await store.db.database.query(`update crumb set expires_at = now() - interval '1 s' where id = $1`, [id]);
    await store.db.database.query(`update due set due_at = now() - interval '1 s' where key = $1`, [id]);
  }
});
