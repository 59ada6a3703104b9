import { sha256, consoleSessionSecret } from '@crumbtrail/contracts';
import { GET_SIGN_IN_LINK } from '@crumbtrail/contracts/http/console-page';
import { ApiKeyEntity } from '../src/entities/workspace.entity';
import { ConsoleSessions } from '../src/identity/console-sessions';
import { Keys } from '../src/identity/keys';
import { databases, type TestDatabase } from './databases';
import { StoreUnderTest } from './store-under-test';

describe.each(databases)('signing in to the console, on %s', (_name, open) => {
  let db: TestDatabase;
  let store: StoreUnderTest;

  beforeAll(async () => {
    db = await open();
    store = await StoreUnderTest.over(db);
  }, 60_000);
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => store.close());

  async function setUp(expires_at?: string) {
    const keys = new Keys(db.source.getRepository(ApiKeyEntity));
    const sessions = new ConsoleSessions(db.database);
    const workspace = await store.workspace();
    const expiry = expires_at === undefined ? {} : { expires_at };
    const key = await keys.create(workspace, { participant: { kind: 'user', id: 'ann' }, role: 'writer', ...expiry });
    const holder = async (secret: string) => {
      const hash = await sessions.findKeyHash(secret);
      return hash === null ? null : keys.identifyByHash(hash);
    };
    return { keys, sessions, workspace, key, holder };
  }

  it('a code opens one session, which stands for the holder of its key', async () => {
    const { sessions, key, holder } = await setUp();
    const { code } = await sessions.createCode(key.id);
    const session = await sessions.redeem(code);
    expect((await holder(consoleSessionSecret(session)))?.key_id).toBe(key.id);
    await expect(sessions.redeem(code)).rejects.toThrow(GET_SIGN_IN_LINK);
  });

  it('of several gateways that bring one code at once, one gets a session', async () => {
    const { sessions, key } = await setUp();
    const { code } = await sessions.createCode(key.id);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => sessions.redeem(code)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('a code that is older than a minute is refused', async () => {
    const { sessions, key } = await setUp();
    const { code } = await sessions.createCode(key.id);
    await db.database.query(`update sign_in set expires_at = expires_at - interval '60 seconds' where hash = $1`, [
      sha256(code),
    ]);
    await expect(sessions.redeem(code)).rejects.toThrow('older than 60 seconds');
  });

  it('a code of a key that was revoked since is refused', async () => {
    const { keys, sessions, workspace, key } = await setUp();
    const { code } = await sessions.createCode(key.id);
    await keys.revoke(workspace, key.id);
    await expect(sessions.redeem(code)).rejects.toThrow('sign-in link');
  });

  it('a code is no session, and a session is no code', async () => {
    const { sessions, key } = await setUp();
    const { code } = await sessions.createCode(key.id);
    expect(await sessions.findKeyHash(code)).toBeNull();
    const session = consoleSessionSecret(await sessions.open(key.id));
    await expect(sessions.redeem(session)).rejects.toThrow('sign-in link');
    expect(await sessions.findKeyHash(session)).not.toBeNull();
  });

  it('neither half of a session identifies anybody', async () => {
    const { keys, sessions, key } = await setUp();
    const { cookie, proof } = await sessions.open(key.id);
    for (const half of [cookie, proof]) {
      expect(await sessions.findKeyHash(half)).toBeNull();
      expect(await sessions.findKeyHash(consoleSessionSecret({ cookie: half, proof: half }))).toBeNull();
      expect(await keys.identify(half)).toBeNull();
    }
  });

  it('a session that was ended is refused at once, also when an earlier read of it comes late', async () => {
    const { sessions, key } = await setUp();
    const session = consoleSessionSecret(await sessions.open(key.id));
    const { query } = db.database;
    let readLate = (): void => undefined;
    const late = new Promise<void>((resolve) => (readLate = resolve));
    jest.spyOn(db.database, 'query').mockImplementationOnce((async (...read: Parameters<typeof query>) => {
      const rows = await query.apply(db.database, read);
      await late;
      return rows;
    }) as never);
    const before = sessions.findKeyHash(session);
    expect(await sessions.end(session)).toBe(true);
    readLate();
    await before;
    expect(await sessions.findKeyHash(session)).toBeNull();
    expect(await sessions.end(session)).toBe(false);
  });

  it('a session ends with its key: when that is revoked, and when it expires', async () => {
    const { keys, sessions, workspace, key, holder } = await setUp();
    const session = consoleSessionSecret(await sessions.open(key.id));
    expect(await holder(session)).not.toBeNull();
    await keys.revoke(workspace, key.id);
    expect(await holder(session)).toBeNull();
    const past = await setUp(new Date(0).toISOString());
    expect(await past.holder(consoleSessionSecret(await past.sessions.open(past.key.id)))).toBeNull();
  });

  it('a session expires, and its row is removed when the next code is created', async () => {
    const { sessions, key } = await setUp();
    const session = consoleSessionSecret(await sessions.open(key.id));
    await db.database.query(`update sign_in set expires_at = now() - interval '1 second' where hash = $1`, [
      sha256(session),
    ]);
    expect(await sessions.findKeyHash(session)).toBeNull();
    await sessions.createCode(key.id);
    expect(await db.database.query('select 1 from sign_in where hash = $1', [sha256(session)])).toEqual([]);
  });

  it('no secret of a sign-in is stored', async () => {
    const { sessions, key } = await setUp();
    const { code } = await sessions.createCode(key.id);
    const { cookie, proof } = await sessions.open(key.id);
    const rows = JSON.stringify(await db.database.query('select * from sign_in'));
    for (const secret of [code, cookie, proof]) expect(rows).not.toContain(secret);
  });
});
