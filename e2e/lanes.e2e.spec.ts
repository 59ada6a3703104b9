import { setTimeout as pause } from 'node:timers/promises';
import { DeadLetter } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { seededRandom } from './support/seeded-random';
import { echo, lastLine, Conversations, type SentMessage } from './support/conversations';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useScript, useStack } from './support/fixture';
import { SHORT_LEASES } from './support/short-leases';

const SESSIONS = Number(process.env['SESSIONS'] ?? 25);
const MESSAGES = Number(process.env['MESSAGES'] ?? 6);
const SEED = Number(process.env['SEED'] ?? 20261121);
const SLOTS = 4;
const KILLS = 12;

const stack = useStack(() => {
  const services = {
    ...WITHOUT_TOOLS,
    conductor: { replicas: 2 },
    'agent-executor': { replicas: 2, env: { EXECUTOR_SLOTS: `${SLOTS}` } },
  };
  return { ...SHORT_LEASES, services };
});
useScript(stack, echo);
const conversations = new Conversations(stack);

/** Kills every process except the gateway and NATS twice, in an order and at times that the seed decides, and adds the name of each to `killed`. */
async function killAtRandom(killed: string[]): Promise<void> {
  const random = seededRandom(SEED);
  const services = Object.keys(stack.pids()).filter((name) => name !== 'gateway' && name !== 'nats-server');
  const order = [...services, ...services].map((name) => ({ name, at: random() })).sort((a, b) => a.at - b.at);
  for (const { name } of order) {
    await stack.kill(name);
    killed.push(name);
    await pause(300 + random() * 1_200);
  }
}

/** Sends a session's messages one after another, spread over the kills. */
async function chat(session: string, killed: readonly string[]): Promise<SentMessage[]> {
  const sent: SentMessage[] = [];
  for (let n = 0; n < MESSAGES; n += 1) {
    await eventually(() => killed.length >= Math.floor((n * KILLS) / MESSAGES), { withinMs: 120_000, everyMs: 50 });
    sent.push(await conversations.say(session, `${session} says ${n}`, 90_000));
  }
  return sent;
}

describe(`lanes, with 2 conductors, 2 executors and random kills (seed ${SEED})`, () => {
  it(`answers ${SESSIONS} sessions of ${MESSAGES} messages in order, each once, with no overlap in a lane`, async () => {
    const killed: string[] = [];
    const killing = killAtRandom(killed);
    const names = Array.from({ length: SESSIONS }, (_, n) => `s${n}`);
    const sent = await Promise.all(names.map((name) => chat(name, killed)));
    await killing;

    for (const [n, name] of names.entries()) {
      const messages = sent[n] as SentMessage[];
      const ended = await conversations.waitForTurns(messages, { withinMs: 200_000 });
      expect(ended.map(({ response }) => response.context.content)).toEqual(
        messages.map(({ content }) => `answer to ${content}`),
      );
      expect(ended.map(({ turn }) => turn.context.trigger.id)).toEqual(messages.map(({ id }) => id));
      const places = ended.flatMap(({ turn, response }) => [turn.position, response.position]);
      expect([name, places]).toEqual([name, [...places].sort((a, b) => a - b)]);
    }
    expect(await conversations.listCrumbs(DeadLetter.name)).toEqual([]);
    const executors = killed.filter((name) => name.startsWith('agent-executor')).length;
    expect(stack.model.calls.length).toBeLessThanOrEqual(SESSIONS * MESSAGES + executors * SLOTS);
    expect(new Set(stack.model.calls.map(lastLine)).size).toBe(SESSIONS * MESSAGES);
  }, 300_000);
});
