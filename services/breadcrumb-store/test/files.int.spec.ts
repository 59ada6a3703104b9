import { randomUUID } from 'node:crypto';
import { UserMessage, type StoredFile } from '@crumbtrail/contracts';
import { findTablesWith } from '@crumbtrail/testing';
import { attachFiles } from '../src/files/attach-files';
import { deleteExpiredUploads, putFile, readFile } from '../src/files/files';
import { readCrumbs } from '../src/reading/read-crumbs';
import { indexNextEvents } from '../src/search/index/text/index-events';
import { databases } from './databases';
import { StoreUnderTest, user } from './store-under-test';

const hex = (text: string): string => Buffer.from(text).toString('hex');

describe.each(databases)('files on %s', (_name, open) => {
  let store: StoreUnderTest;
  let workspace: string;
  let canary: string;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
  }, 60_000);

  beforeEach(async () => {
    workspace = await store.workspace();
    canary = `canary-${randomUUID()}`;
  });

  afterAll(async () => {
    await store.close();
  });

  const upload = (text: string, id = 'ann'): Promise<StoredFile> =>
    putFile(store.db.database, { name: 'notes.md', data: Buffer.from(text).toString('base64') }, user(workspace, id));
  const send = (files: readonly object[], more: object = {}) =>
    store.create(user(workspace), {
      schema_name: UserMessage.name,
      context: { content: 'see the file', files },
      ...more,
    });
  const attach = async (text = canary): Promise<{ id: string; hash: string }> => {
    const { hash } = await upload(text);
    const { id } = await send([{ hash, name: 'notes.md' }]);
    return { id, hash };
  };
  const erase = (id: string) => store.commit(user(workspace), { writes: [{ op: 'erase', id, if_match: 1 }] });
  const index = async (): Promise<void> => {
    while ((await indexNextEvents(store.db.database)).more) continue;
  };

  it('describes a file of a message by its bytes, whatever the message says, and shows its text', async () => {
    const { hash } = await upload('# Plan\nbuy milk');
    const { id } = await send([{ hash, name: 'notes.md', type: 'image/png', text: 'forged' }]);
    const { crumbs } = await readCrumbs(store.db.database, { refs: [{ id }] }, user(workspace));
    const text = '[file: notes.md, 15 bytes]\n# Plan\nbuy milk\n[end of notes.md]';
    expect(crumbs[0]).toMatchObject({
      context: { files: [{ hash, name: 'notes.md', type: 'text/markdown', bytes: 15, text }] },
    });
  });

  it('refuses a file that its author has not uploaded, and stores nothing', async () => {
    const { hash } = await upload('of bob', 'bob');
    await expect(send([{ hash, name: 'notes.md' }])).rejects.toMatchObject({ code: 'not_found' });
    await expect(send(Array.from({ length: 1_000 }, () => ({ hash, name: 'x' })))).rejects.toBeDefined();
    expect(await store.db.database.query('select 1 from crumb where workspace = $1', [workspace])).toEqual([]);
  });

  it('gives the bytes only to those who may read the message', async () => {
    const { hash } = await upload(canary);
    const { id } = await send([{ hash, name: 'notes.md' }], { audience: ['user:ann'] });
    const mine = await readFile(store.db.database, { breadcrumb: id, hash }, user(workspace));
    expect(mine).toMatchObject({ name: 'notes.md', data: Buffer.from(canary).toString('base64') });
    const others = readFile(store.db.database, { breadcrumb: id, hash }, user(workspace, 'bob'));
    await expect(others).rejects.toMatchObject({ code: 'not_found' });
    const elsewhere = readFile(store.db.database, { breadcrumb: id, hash }, user(await store.workspace()));
    await expect(elsewhere).rejects.toMatchObject({ code: 'not_found' });
  });

  it('erases the bytes and the text with the message', async () => {
    const { id, hash } = await attach();
    await index();
    expect(await findTablesWith(store.db.database, canary)).not.toEqual([]);
    expect(await findTablesWith(store.db.database, hex(canary))).toContain('file');
    await erase(id);
    expect(await findTablesWith(store.db.database, canary)).toEqual([]);
    expect(await findTablesWith(store.db.database, hex(canary))).toEqual([]);
    await expect(readFile(store.db.database, { breadcrumb: id, hash }, user(workspace))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('keeps the bytes while another message in the workspace carries the file, and not for one elsewhere', async () => {
    const first = await attach();
    const second = await attach();
    await erase(first.id);
    expect(
      await readFile(store.db.database, { breadcrumb: second.id, hash: second.hash }, user(workspace)),
    ).toBeDefined();
    await erase(second.id);
    expect(await findTablesWith(store.db.database, hex(canary))).toEqual([]);
  });

  it('deletes an upload that no message takes in time', async () => {
    const { hash } = await upload(canary);
    const { id } = await attach('another text');
    await store.db.database.query("update file_upload set expires_at = now() - interval '1 second'");
    await expect(send([{ hash, name: 'notes.md' }])).rejects.toMatchObject({ code: 'not_found' });
    await deleteExpiredUploads(store.db.database);
    expect(await findTablesWith(store.db.database, hex(canary))).toEqual([]);
    const hashes = await store.db.database.query('select hash from file_use where crumb_id = $1', [id]);
    expect(hashes).toHaveLength(1);
  });

  it('makes no query for a message without files', async () => {
    const refuseAll = { query: () => Promise.reject(new Error('queried')) };
    const request = {
      writes: [{ op: 'create' as const, draft: { schema_name: UserMessage.name, context: { content: 'x' } } }],
    };
    expect(await attachFiles(refuseAll as never, request, user(workspace))).toBe(request);
  });
});
