import { Commit, type CommitRequest, deadLetterDiscardId, List, Read } from '@crumbtrail/contracts';
import { crumb, ID } from './crumbs';
import { type GatewayUnderTest, startGateway } from './gateway';

const json = async (answer: Response): Promise<unknown> => answer.json();

describe('dead letter endpoints', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterEach(() => gateway.fake.forget());
  afterAll(() => gateway.stop());

  test('a dead letter is replayed once, as its next generation, for the service that failed', async () => {
    const event = { position: 1, id: ID, version: 1 };
    const context = { station: 'conductor', durable: 'conductor', event, deliveries: 5, error: {}, generation: 1 };
    const letter = { ...crumb(), schema_name: 'dead.letter.v1', context };
    const replay = { ...crumb(), id: ID.replace(/.$/, '9'), schema_name: 'dead.letter.replay.v1' };
    let kept: unknown = null;
    gateway.fake.say(Read, ({ refs }) => {
      const crumbs = refs.map(({ id }) => (id === ID ? letter : kept));
      return { crumbs: crumbs as never, position: 1, now: '2026-01-01T00:00:00.000Z' };
    });
    gateway.fake.say(Commit, () => ({ results: [{ id: replay.id, version: 1, position: 12, existed: false }] }));
    const first = await gateway.send('POST', `/v1/dead-letters/${ID}/replay`, undefined);
    const reply = { id: replay.id, version: 1, position: 12, generation: 2, existed: false };
    expect([first.status, await json(first)]).toEqual([201, reply]);
    const asked = gateway.fake.of(Commit).at(-1)?.request as CommitRequest;
    expect(asked.writes[0]).toMatchObject({
      draft: {
        schema_name: 'dead.letter.replay.v1',
        audience: ['service:conductor'],
        cause: { id: ID, version: 3 },
        context: { letter: { id: ID, version: 3 }, station: 'conductor', generation: 2 },
      },
    });
    kept = replay;
    const again = await gateway.send('POST', `/v1/dead-letters/${ID}/replay`, undefined);
    expect([again.status, await json(again)]).toMatchObject([200, { id: replay.id, existed: true }]);
    gateway.fake.say(List, () => ({ crumbs: [letter as never], position: 1 }));
    const { dead_letters } = (await json(await gateway.fetch('/v1/dead-letters'))) as { dead_letters: unknown[] };
    expect(dead_letters).toMatchObject([{ id: ID, replayed: { id: replay.id, generation: 2 } }]);
    const asReader = { method: 'POST', headers: { authorization: 'Bearer reader-key' } };
    expect((await gateway.fetch(`/v1/dead-letters/${ID}/replay`, asReader)).status).toBe(403);
  });

  test('a dead letter is discarded once, for everybody who lists it, by operators only', async () => {
    const context = { station: 'conductor', durable: 'conductor', event: { position: 1, id: ID }, deliveries: 5 };
    const letter = { ...crumb(), schema_name: 'dead.letter.v1', context };
    const discard = {
      ...crumb(),
      id: ID.replace(/.$/, '8'),
      schema_name: 'dead.letter.discard.v1',
      context: { letter: { id: ID, version: 3 }, reason: 'too late' },
    };
    let kept: unknown = null;
    gateway.fake.say(Read, ({ refs }) => {
      const own = deadLetterDiscardId('default', ID);
      const crumbs = refs.map(({ id }) => (id === ID ? letter : id === own ? kept : null));
      return { crumbs: crumbs as never, position: 1, now: '2026-01-01T00:00:00.000Z' };
    });
    gateway.fake.say(Commit, () => ({ results: [{ id: discard.id, version: 1, position: 12, existed: false }] }));
    const path = `/v1/dead-letters/${ID}/discard`;
    const first = await gateway.send('POST', path, { reason: 'too late' });
    expect([first.status, await json(first)]).toEqual([
      201,
      { id: discard.id, version: 1, position: 12, existed: false },
    ]);
    const asked = gateway.fake.of(Commit).at(-1)?.request as CommitRequest;
    expect(asked.writes[0]).toMatchObject({
      draft: { schema_name: 'dead.letter.discard.v1', cause: { id: ID }, context: discard.context },
    });
    kept = discard;
    const again = await gateway.send('POST', path, {});
    expect([again.status, await json(again)]).toMatchObject([200, { id: discard.id, existed: true }]);
    gateway.fake.say(List, () => ({ crumbs: [letter as never], position: 1 }));
    const { dead_letters } = (await json(await gateway.fetch('/v1/dead-letters'))) as { dead_letters: unknown[] };
    expect(dead_letters).toMatchObject([{ id: ID, discarded: { id: discard.id, reason: 'too late' } }]);
    const asReader = {
      method: 'POST',
      headers: { authorization: 'Bearer reader-key', 'content-type': 'application/json' },
      body: '{}',
    };
    expect((await gateway.fetch(path, asReader)).status).toBe(403);
  });

  test('a breadcrumb that is not a dead letter, or a dead letter without an event, is not replayed', async () => {
    const of = (crumbs: unknown[]) => () => ({ crumbs: crumbs as never, position: 1, now: '' });
    const asked = async () => (await gateway.send('POST', `/v1/dead-letters/${ID}/replay`, undefined)).status;
    gateway.fake.say(Read, of([crumb()]));
    expect(await asked()).toBe(404);
    gateway.fake.say(Read, of([{ ...crumb(), schema_name: 'dead.letter.v1', context: { event: { position: -3 } } }]));
    expect(await asked()).toBe(422);
    gateway.fake.say(Read, of([null]));
    expect(await asked()).toBe(404);
  });
});
