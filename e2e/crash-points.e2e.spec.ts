import { DeadLetter } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { echo, lastLine, Conversations, type SentMessage } from './support/conversations';
import { countDeaths } from './support/deaths';
import { useScript, useStack } from './support/fixture';
import { SHORT_LEASES } from './support/short-leases';

const stack = useStack(SHORT_LEASES);
useScript(stack, echo);
const conversations = new Conversations(stack);

/** Each message is stored and has exactly one turn, with one response that answers it. */
async function expectAnsweredOnce(said: readonly SentMessage[]): Promise<void> {
  const ended = await conversations.waitForTurns(said);
  expect(ended).toHaveLength(said.length);
  for (const message of said) {
    const [end, ...more] = ended.filter(({ turn }) => turn.context.trigger.id === message.id);
    expect(more).toEqual([]);
    expect(end?.response).toMatchObject({ version: 1, author: { kind: 'agent', id: 'assistant' } });
    expect(end?.response.context).toMatchObject({ action: 'speak', content: `answer to ${message.content}` });
    // The store may be starting again.
    const stored = await eventually(() => stack.api.get(`/v1/breadcrumbs/${message.id}`), { withinMs: 60_000 });
    expect(stored).toMatchObject({ version: 1, context: { content: message.content } });
  }
}

const callsFor = ({ content }: SentMessage): number =>
  stack.model.calls.filter((call) => lastLine(call) === content).length;

/** Lets a service die at its `nth` pass of the point after a start, once for each of `nths`, and sends a message after every start; no message may be lost. */
async function dieAt(service: string, point: string, nths: readonly number[]): Promise<SentMessage[]> {
  await stack.halt(service);
  await stack.start(service, ...nths.map((nth) => ({ CRASH_AT: `${point}:${nth}` })));
  const sent: SentMessage[] = [];
  for (const nth of nths) {
    const message = await conversations.say(`at-${point.replace('.', '-')}`, `what about ${point}, the ${nth}?`);
    await expectAnsweredOnce([message]);
    sent.push(message);
  }
  await stack.whenReady();
  await expectAnsweredOnce(sent);
  expect(countDeaths(stack, service, point)).toBe(nths.length);
  return sent;
}

describe('a service that dies exactly between two steps', () => {
  // A message makes six commits: itself, its turn, its context, the claim, the response, and what the response rests on.
  it.each([
    ['breadcrumb-store', 'store.before-commit', [1, 2, 3, 4, 5, 6]],
    ['breadcrumb-store', 'store.after-commit', [1, 3, 5]],
    ['breadcrumb-store', 'relay.after-publish', [1, 3]],
    ['context-builder', 'builder.after-build', [1]],
    ['agent-executor', 'executor.after-append', [1]],
  ])(
    'the %s at %s: every turn is closed once, and the model is called once for each',
    async (service, point, nths) => {
      const sent = await dieAt(service, point, nths);
      expect(sent.map(callsFor)).toEqual(sent.map(() => 1));
    },
    180_000,
  );

  it('the agent-executor at executor.after-model: another attempt closes the turn once', async () => {
    const sent = await dieAt('agent-executor', 'executor.after-model', [1]);
    expect(sent.map(callsFor)).toEqual([2]);
  }, 60_000);
});

describe('a stack whose processes are all killed at once', () => {
  it('closes every turn once, loses no acknowledged message, and writes no dead letter', async () => {
    stack.model.otherwise((call) => ({ ...(echo(call) as { say: string }), delay_ms: 200 }));
    const sent: SentMessage[] = [];
    for (let n = 0; n < 12; n += 1) sent.push(await conversations.say(`all-${n % 4}`, `message ${n} before the end`));
    await Promise.all(Object.keys(stack.pids()).map((name) => stack.kill(name)));
    stack.model.otherwise(echo);
    sent.push(await conversations.say('all-0', 'and one after it'));
    await expectAnsweredOnce(sent);
    for (const message of sent) expect(callsFor(message)).toBeLessThanOrEqual(2);
    expect(await conversations.listCrumbs(DeadLetter.name)).toEqual([]);
  }, 120_000);
});
