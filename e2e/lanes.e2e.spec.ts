import { TestStack } from '@crumbtrail/testing';
import { dice } from './support/dice';
import { echo, lastLine, Talk, type Said } from './support/talk';

const SESSIONS = 50;
const MESSAGES = 20;
const SEED = Number(process.env['SEED'] ?? 20261121);
const SLOTS = 4;

let stack: TestStack;
let talk: Talk;

beforeAll(async () => {
  const stations = {
    conductor: { replicas: 2 },
    'agent-executor': { replicas: 2, env: { EXECUTOR_SLOTS: `${SLOTS}` } },
  };
  stack = await TestStack.start({ stations });
  stack.model.otherwise(echo);
  talk = new Talk(stack);
}, 90_000);
afterAll(() => stack?.stop());

/** Kills one process after another until told to stop; answers whom it killed. */
async function killer(until: AbortSignal): Promise<string[]> {
  const random = dice(SEED);
  const killed: string[] = [];
  const victims = [
    'conductor',
    'conductor-2',
    'agent-executor',
    'agent-executor-2',
    'context-builder',
    'breadcrumb-store',
  ];
  while (!until.aborted) {
    await stack.whenReady();
    const name = victims[Math.floor(random() * victims.length)] as string;
    await stack.kill(name);
    killed.push(name);
    await new Promise((resolve) => setTimeout(resolve, 500 + random() * 1_500));
  }
  return killed;
}

async function chat(session: string): Promise<Said[]> {
  const said: Said[] = [];
  for (let n = 0; n < MESSAGES; n += 1) said.push(await talk.say(session, `${session} says ${n}`, 90_000));
  return said;
}

describe(`lanes, with 2 conductors, 2 executors and random kills (seed ${SEED})`, () => {
  it(`answers ${SESSIONS} sessions of ${MESSAGES} messages in order, once, with no overlap in a lane`, async () => {
    const enough = new AbortController();
    const killing = killer(enough.signal);
    const names = Array.from({ length: SESSIONS }, (_, n) => `s${n}`);
    const said = await Promise.all(names.map(chat));
    enough.abort();
    const killed = await killing;
    await stack.whenReady();

    for (const [n, name] of names.entries()) {
      const messages = said[n] as Said[];
      const ended = await talk.answered(messages, { withinMs: 120_000 });
      expect(ended.map(({ response }) => response.context.content)).toEqual(
        messages.map(({ content }) => `answer to ${content}`),
      );
      expect(ended.map(({ turn }) => turn.context.trigger.id)).toEqual(messages.map(({ id }) => id));
      const places = ended.flatMap(({ turn, response }) => [turn.position, response.position]);
      expect([name, places]).toEqual([name, [...places].sort((a, b) => a - b)]);
    }
    const executors = killed.filter((name) => name.startsWith('agent-executor')).length;
    expect(killed.length).toBeGreaterThan(3);
    expect(stack.model.calls.length).toBeLessThanOrEqual(SESSIONS * MESSAGES + executors * SLOTS);
    expect(new Set(stack.model.calls.map(lastLine)).size).toBe(SESSIONS * MESSAGES);
  }, 240_000);
});
