import { eventually } from '@crumbtrail/testing';
import { ApiKeyEntity } from '../src/entities/workspace.entity';
import { Keys } from '../src/identity/keys';
import { databases, type TestDatabase } from './databases';
import { StoreUnderTest } from './store-under-test';

describe.each(databases)('an API key, on %s', (_name, open) => {
  let db: TestDatabase;
  let store: StoreUnderTest;

  beforeAll(async () => {
    db = await open();
    store = await StoreUnderTest.over(db);
  }, 60_000);
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => store.close());

  async function createKey() {
    const rows = db.source.getRepository(ApiKeyEntity);
    const reads = jest.spyOn(rows, 'findOneBy');
    const keys = new Keys(rows);
    const workspace = await store.workspace();
    const key = await keys.create(workspace, { participant: { kind: 'user', id: 'ann' }, role: 'writer' });
    return { keys, workspace, key, reads };
  }

  it('is read once for all requests that arrive together', async () => {
    const { keys, key, reads } = await createKey();
    const found = await Promise.all(Array.from({ length: 64 }, () => keys.identify(key.secret)));
    expect(found.map((one) => one?.key_id)).toEqual(Array.from({ length: 64 }, () => key.id));
    expect(reads).toHaveBeenCalledTimes(1);
  });

  it('says when it was last used, and that it never was', async () => {
    const { keys, workspace, key } = await createKey();
    const lastUse = async () => (await keys.list(workspace))[0]?.last_used_at;
    expect(await lastUse()).toBeUndefined();
    const before = Date.now();
    await keys.identify(key.secret);
    await eventually(async () => Date.parse((await lastUse()) ?? '') >= before);
  });

  it('is refused once its revocation has returned, also while an earlier read is in progress', async () => {
    const { keys, workspace, key, reads } = await createKey();
    const row = await db.source.getRepository(ApiKeyEntity).findOneByOrFail({ id: key.id });
    let answerLate = (): void => undefined;
    const late = new Promise<ApiKeyEntity>((resolve) => (answerLate = () => resolve(row)));
    reads.mockImplementationOnce(() => late);
    const before = keys.identify(key.secret);
    await keys.revoke(workspace, key.id);
    expect(await keys.identify(key.secret)).toBeNull();
    answerLate();
    await before;
    expect(await keys.identify(key.secret)).toBeNull();
  });

  it('of an operator is not revoked while no other valid one without an end is left', async () => {
    const { keys, workspace } = await createKey();
    const operator = (id: string, expires_at?: string) =>
      keys.create(workspace, {
        participant: { kind: 'operator', id },
        role: 'operator',
        ...(expires_at === undefined ? {} : { expires_at }),
      });
    const first = await operator('ann');
    await operator('temp', new Date(Date.now() + 60_000).toISOString());
    await expect(keys.revoke(workspace, first.id)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await keys.identify(first.secret)).not.toBeNull();
    const second = await operator('bob');
    await keys.revoke(workspace, first.id);
    expect(await keys.identify(first.secret)).toBeNull();
    await expect(keys.revoke(workspace, second.id)).rejects.toThrow('Create another one first');
  });

  it('of an operator stays, one of two, when both are revoked at the same time', async () => {
    const { keys, workspace } = await createKey();
    const operator = (id: string) =>
      keys.create(workspace, { participant: { kind: 'operator', id }, role: 'operator' });
    for (let round = 0; round < 5; round++) {
      const both = [await operator('ann'), await operator('bob')];
      const rest = (await keys.list(workspace)).filter(
        ({ id, role, revoked_at }) => role === 'operator' && !revoked_at && !both.some((one) => one.id === id),
      );
      for (const { id } of rest) await keys.revoke(workspace, id);
      const ended = await Promise.allSettled(both.map(({ id }) => keys.revoke(workspace, id)));
      expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
  });

  it('of an operator that expires is revoked while any other is valid, and not as the last one', async () => {
    const { keys, workspace } = await createKey();
    const end = new Date(Date.now() + 60_000).toISOString();
    const operator = (id: string) =>
      keys.create(workspace, { participant: { kind: 'operator', id }, role: 'operator', expires_at: end });
    const [first, second] = [await operator('ann'), await operator('bob')];
    await keys.revoke(workspace, first.id);
    expect(await keys.identify(first.secret)).toBeNull();
    await expect(keys.revoke(workspace, second.id)).rejects.toThrow('This is the last key of an operator. Create');
  });
});
