import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Status, type Ref } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { databases } from './databases';
import { ServiceUnderTest } from './service-under-test';
import { creates, message, StoreUnderTest, user } from './store-under-test';

const MIB = 1024 ** 2;

/** What a database whose disk is full answers to every new event. */
const FILL = `create function fill() returns trigger language plpgsql as
  $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`;
const FULL = 'create trigger full_disk before insert on crumb_event execute function fill()';
const SPACE = 'drop trigger full_disk on crumb_event';

describe.each(databases)('a database on %s whose disk is full', (_name, open) => {
  let store: StoreUnderTest;
  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    await store.db.database.query(FILL);
  }, 60_000);
  afterAll(() => store.close());

  it('refuses every write of a group as disk_full, is read, and stores again once there is space', async () => {
    const ann = user(await store.workspace());
    const first = await store.create(ann, message('before'));
    await store.db.database.query(FULL);
    const writes = ['one', 'two', 'three'].map((content) => store.create(ann, message(content)));
    const refusals = (await Promise.allSettled(writes)).map((one) => one.status === 'rejected' && one.reason);
    expect(refusals).toEqual(
      writes.map(() => expect.objectContaining({ code: 'disk_full', transient: true }) as unknown),
    );
    expect(refusals[0]).toHaveProperty(
      'message',
      'The disk of the database is full. Nothing was stored; send it again once there is space. Reading goes on.',
    );
    expect(await store.db.database.query('select 1 from crumb where id = $1', [first.id])).toHaveLength(1);
    await store.db.database.query(SPACE);
    expect((await store.create(ann, message('after'))).position).toBe(first.position + 1);
  });
});

describe('a store', () => {
  let service: ServiceUnderTest;
  afterEach(() => service.stop());

  const say = async (content: string): Promise<Ref> => {
    const store = await service.as('gateway', { key: service.key });
    const { results } = await store.commit({ writes: creates(message(content)) });
    return { id: results[0]?.id ?? '', version: 1 };
  };
  const whyRefused = async (): Promise<string | undefined> =>
    (await (await service.as('gateway', { key: service.key })).request(Status, {})).writes_refused;

  it('refuses writes while too little of its disk is free, is read and can be erased, and goes on once there is space', async () => {
    const disk = mkdtempSync(join(tmpdir(), 'crumbtrail-disk-'));
    const { bavail, bsize } = statfsSync(disk);
    const margin = Math.floor((bavail * bsize) / MIB / 8);
    service = await ServiceUnderTest.start({ bare: true, settings: { DISK_RESERVE_MB: `${7 * margin}` } });
    const kept = await say('before');
    const erased = await say('to be erased');
    execFileSync('fallocate', ['-l', `${2 * margin}MiB`, join(disk, 'fill')]);
    await eventually(async () => (await whyRefused()) !== undefined);
    await expect(say('while full')).rejects.toMatchObject({
      code: 'disk_full',
      message: expect.stringMatching(/MiB are free, and \d+ MiB must stay free\. Nothing was stored;/) as string,
    });
    const store = await service.as('gateway', { key: service.key });
    expect((await store.read({ refs: [kept] })).crumbs).toMatchObject([{ context: { content: 'before' } }]);
    await store.commit({ writes: [{ op: 'erase', id: erased.id, if_match: 1 }] });
    expect((await service.readiness()).ready).toBe(true);
    rmSync(disk, { recursive: true });
    await eventually(async () => (await whyRefused()) === undefined);
    await say('after');
  }, 60_000);

  it('refuses writes while nats-server has no room for its stream, says so, and goes on once there is space', async () => {
    let room: number | undefined = 3 * MIB;
    service = await ServiceUnderTest.start({ maxStoreBytes: () => room });
    await eventually(async () => (await whyRefused()) !== undefined);
    const why = /nats-server has no room for a stream of 4 MiB/;
    await expect(say('unheard')).rejects.toMatchObject({
      code: 'disk_full',
      message: expect.stringMatching(why) as string,
    });
    const { ready, checks } = await service.readiness();
    expect([ready, checks['stream']]).toEqual([false, expect.stringMatching(why)]);
    room = undefined;
    await service.restartNats();
    await eventually(async () => (await service.readiness()).ready, { withinMs: 20_000 });
    await say('heard');
  }, 60_000);
});
