import { refuse } from '@crumbtrail/contracts';
import { PermanentError } from '@crumbtrail/platform';
import { eventually } from './broker';
import { World } from './world';

let world: World;
beforeEach(async () => {
  world = await World.begin();
}, 20_000);
afterEach(() => world.end(), 20_000);

describe('a message that cannot be handled', () => {
  it('becomes a dead letter after a permanent error, and the next messages are handled', async () => {
    world.script.act = (message) => {
      if (message.context.content === 'poison') throw new PermanentError('It can never be read.');
    };
    await world.store.say('before');
    const event = await world.store.say('poison', { workspace: 'acme' });
    await world.store.say('after');
    await eventually(() => world.script.seen.length === 3);
    await world.acknowledged();
    expect(world.contents).toEqual(['before', 'poison', 'after']);
    expect(world.store.deadLetters).toEqual([
      {
        workspace: 'acme',
        draft: {
          schema_name: 'dead.letter.v1',
          cause: { id: event.id, version: 1 },
          context: {
            station: 'weather',
            durable: 'weather',
            event: {
              position: event.position,
              id: event.id,
              version: 1,
              schema_name: 'user.message.v1',
              kind: 'created',
            },
            deliveries: 1,
            error: { name: 'PermanentError', message: 'It can never be read.' },
            generation: 0,
          },
        },
      },
    ]);
  });

  it('leaves no dead letter and is settled if the store says that its turn was closed meanwhile', async () => {
    world.script.act = (message) => {
      if (message.context.content === 'late') throw refuse('turn_closed', 'The turn is not open.');
    };
    world.store.down = refuse('turn_closed', 'The turn is closed.');
    await world.store.say('late');
    await world.store.say('after');
    await eventually(() => world.script.seen.length === 2);
    await world.acknowledged();
    expect(world.contents).toEqual(['late', 'after']);
    expect(world.store.deadLetters).toEqual([]);
  });

  it('becomes a dead letter after the last delivery with an unexpected error', async () => {
    world.script.act = () => {
      throw new RangeError('out of bounds');
    };
    await world.store.say('bug');
    await eventually(() => world.store.deadLetters.length === 1, 10_000);
    await world.acknowledged();
    expect(world.contents).toEqual(['bug', 'bug', 'bug']);
    expect(world.store.deadLetters[0]?.draft.context).toMatchObject({
      deliveries: 3,
      error: { name: 'RangeError', message: 'out of bounds' },
    });
  });

  it('is redelivered when its dead letter cannot be written: nothing is lost', async () => {
    world.script.act = () => {
      throw new PermanentError('never');
    };
    world.store.down = refuse('unavailable', 'The database is away.');
    await world.store.say('poison');
    await eventually(() => world.script.seen.length >= 2, 10_000);
    expect(world.store.deadLetters).toEqual([]);
    world.store.down = null;
    await eventually(() => world.store.deadLetters.length === 1, 10_000);
    await world.acknowledged();
  }, 20_000);

  it('becomes a dead letter without a cause when the store no longer knows the cause', async () => {
    world.script.act = () => {
      throw new PermanentError('never');
    };
    world.store.down = refuse('not_found', 'No such cause.');
    await world.store.say('poison');
    await eventually(() => world.script.seen.length >= 1);
    world.store.down = null;
    await eventually(() => world.store.deadLetters.length === 1, 10_000);
  }, 20_000);

  it('becomes a dead letter when its crumb breaks its contract, and when its body is not an event', async () => {
    await world.store.say('', { context: { content: 7 } });
    await eventually(() => world.store.deadLetters.length === 1, 10_000);
    expect(JSON.stringify(world.store.deadLetters[0]?.draft.context['error'])).toContain('/content must be string');
    await world.store.announce({ ...world.store.event(), hop: 'no number' as unknown as number });
    const ofGarbage = await eventually(() =>
      world.store.deadLetters.slice(1).find(({ draft }) => draft.context['durable'] === 'weather'),
    );
    expect(ofGarbage.draft.context).toMatchObject({
      event: { position: 2 },
      error: { message: 'The message is not a crumb event: /hop must be integer.' },
    });
    await world.acknowledged();
    expect(world.script.seen).toEqual([]);
  });
});
