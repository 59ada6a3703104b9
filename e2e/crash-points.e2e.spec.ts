import { TestStack } from '@crumbtrail/testing';
import { echo, lastLine, Talk, type Said } from './support/talk';

let stack: TestStack;
let talk: Talk;

beforeAll(async () => {
  stack = await TestStack.start();
  stack.model.otherwise(echo);
  talk = new Talk(stack);
}, 90_000);
afterAll(() => stack?.stop());

/** Each message has one turn, that turn one response, which answers it; and all that was acknowledged is there. */
async function everythingHolds(said: readonly Said[]): Promise<void> {
  const ended = await talk.answered(said);
  expect(ended).toHaveLength(said.length);
  for (const message of said) {
    const [end, ...more] = ended.filter(({ turn }) => turn.context.trigger.id === message.id);
    expect(more).toEqual([]);
    expect(end?.response).toMatchObject({ version: 1, author: { kind: 'agent', id: 'assistant' } });
    expect(end?.response.context).toMatchObject({ action: 'speak', content: `answer to ${message.content}` });
    expect(await stack.api.get(`/v1/breadcrumbs/${message.id}`)).toMatchObject({
      version: 1,
      context: { content: message.content },
    });
  }
}

const callsFor = ({ content }: Said): number => stack.model.calls.filter((call) => lastLine(call) === content).length;

/** Puts a station in place of itself that dies, once, when it gets to `point` for the nth time. */
async function dieAt(station: string, point: string, nth = 1): Promise<number> {
  await stack.halt(station);
  await stack.start(station, { CRASH_AT: `${point}:${nth}` });
  return stack.pids()[station] as number;
}

const DURING = [
  // Commits of the store after a message: the message, its turn, its context, the claim, the response.
  ...[1, 2, 3, 4, 5].map((nth) => ['breadcrumb-store', 'store.before-commit', nth] as const),
  ...[1, 2, 3, 4, 5].map((nth) => ['breadcrumb-store', 'store.after-commit', nth] as const),
  ['breadcrumb-store', 'relay.after-publish', 1],
  ['breadcrumb-store', 'relay.after-publish', 3],
  ['context-builder', 'builder.after-build', 1],
  ['agent-executor', 'executor.after-model', 1],
  ['agent-executor', 'executor.after-append', 1],
] as const;

describe('a station that dies exactly between two steps', () => {
  it.each(DURING)(
    '%s at %s (%d): the turn is closed once, and nothing acknowledged is lost',
    async (station, point, nth) => {
      const doomed = await dieAt(station, point, nth);
      const said = [await talk.say(`crash-${point.replace('.', '-')}`, `what about ${point} ${nth}`)];
      await everythingHolds(said);
      expect(stack.pids()[station]).not.toBe(doomed);
      expect(callsFor(said[0] as Said)).toBeLessThanOrEqual(point === 'executor.after-model' ? 2 : 1);
    },
  );
});

describe('everything killed at once', () => {
  it('closes every turn once and loses nothing that was acknowledged', async () => {
    stack.model.otherwise((call) => ({ ...(echo(call) as { say: string }), delay_ms: 200 }));
    const said: Said[] = [];
    for (let n = 0; n < 12; n += 1) said.push(await talk.say(`all-${n % 4}`, `message ${n} before the end`));
    await Promise.all(Object.keys(stack.pids()).map((name) => stack.kill(name)));
    await stack.whenReady();
    stack.model.otherwise(echo);
    said.push(await talk.say('all-0', 'and one after it'));
    await everythingHolds(said);
    for (const message of said) expect(callsFor(message)).toBeLessThanOrEqual(2);
  });
});
