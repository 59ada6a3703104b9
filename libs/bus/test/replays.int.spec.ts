import { DeadLetter, DeadLetterReplay } from '@crumbtrail/contracts';
import { PermanentError } from '@crumbtrail/platform';
import { eventually } from './broker';
import { World } from './world';

let world: World;
beforeEach(async () => {
  world = await World.begin();
}, 20_000);
afterEach(() => world.end(), 20_000);

/** An operator replays the last dead letter. */
async function replay(generation: number, service = 'weather'): Promise<void> {
  const { draft } = world.store.deadLetters.at(-1) as { draft: { context: Record<string, unknown> } };
  const letter = await world.store.say('', { schema_name: DeadLetter.name, context: draft.context });
  await world.store.say('', {
    schema_name: DeadLetterReplay.name,
    recipient: service,
    context: { letter: { id: letter.id, version: 1 }, station: service, generation },
  });
}

async function replaysHeard(): Promise<void> {
  await eventually(async () => {
    const durable = (await world.store.stream.durables()).find((one) => one.name === 'weather-replays');
    return durable !== undefined && durable.pending === 0 && durable.unacknowledged === 0;
  });
}

describe('a replayed dead letter', () => {
  it('is handled once, as its original event, by the handler that failed', async () => {
    world.script.act = () => {
      throw new PermanentError('the database is locked');
    };
    const event = await world.store.say('later');
    await eventually(() => world.store.deadLetters.length === 1);
    world.script.act = () => undefined;
    await replay(1);
    await eventually(() => world.script.seen.length === 2);
    await replaysHeard();
    expect(world.contents).toEqual(['later', 'later']);
    expect(world.script.seen[1]?.event).toMatchObject({ id: event.id, version: 1, position: event.position });
    expect(world.store.deadLetters).toHaveLength(1);
  });

  it('becomes another dead letter of the next generation when it fails again', async () => {
    world.script.act = () => {
      throw new PermanentError('the database is locked');
    };
    const event = await world.store.say('never');
    await eventually(() => world.store.deadLetters.length === 1);
    await replay(1);
    await eventually(() => world.store.deadLetters.length === 2);
    expect(world.store.deadLetters[1]?.draft.context).toMatchObject({
      station: 'weather',
      durable: 'weather',
      generation: 1,
      event: { position: event.position, id: event.id, schema_name: 'user.message.v1' },
    });
  });

  it('of another service is ignored, and one without a handler becomes a dead letter with that reason', async () => {
    world.script.act = () => {
      throw new PermanentError('the database is locked');
    };
    await world.store.say('once');
    await eventually(() => world.store.deadLetters.length === 1);
    world.script.act = () => undefined;
    await replay(1, 'elsewhere');
    const { draft, workspace } = world.store.deadLetters[0] as (typeof world.store.deadLetters)[number];
    world.store.deadLetters.push({
      workspace,
      draft: { ...draft, context: { ...draft.context, durable: 'weather-old' } },
    });
    await replay(1);
    await eventually(() => world.store.deadLetters.length === 3);
    expect(world.store.deadLetters[2]?.draft.context['error']).toMatchObject({
      message: 'weather no longer has a subscription weather-old, so this dead letter has no handler.',
    });
    expect(world.contents).toEqual(['once']);
  });
});
