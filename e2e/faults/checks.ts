import { ApiError, type StreamedEvent } from '@crumbtrail/client';
import {
  AgentContext,
  AgentResponse,
  AgentTurn,
  DeadLetter,
  UserMessage,
  type AgentResponseV1,
  type AgentTurnV1,
  type StatusReply,
} from '@crumbtrail/contracts';
import type { TestStack } from '@crumbtrail/testing';
import { onStream } from '../support/stream';
import type { Orders } from '../support/orders';
import type { Tenant } from './workload';

const SAMPLE = 20;
const READ_WITHIN_MS = 120_000;
/** What no process may write into its log, whatever happens around it. */
const UNHANDLED = /unhandled|uncaught|heap out of memory/i;

/** A promise, and each place where it is broken. */
export interface CheckResult {
  readonly promise: string;
  readonly violations: readonly string[];
}

const difference = <One>(all: Iterable<One>, without: ReadonlySet<One>): One[] =>
  [...all].filter((one) => !without.has(one));

function duplicates(all: readonly string[]): string[] {
  const seen = new Set<string>();
  return all.filter((one) => seen.size === seen.add(one).size);
}

/** Of a list that grows with the run, as many as can be looked at one by one, evenly spread. */
const sample = <One>(all: readonly One[]): One[] =>
  all.filter((_, at) => at % Math.ceil(all.length / SAMPLE) === 0).slice(0, SAMPLE);

/** Every acknowledged message is on the log, at its position. */
async function findLost({ conversations, acknowledged, name }: Tenant): Promise<string[]> {
  const stored = await conversations.listCrumbs(UserMessage.name);
  const places = new Set(stored.map(({ id, position }) => `${id} at ${position}`));
  const lost = acknowledged.filter(({ id, position }) => !places.has(`${id} at ${position}`));
  return lost.map(({ id, position }) => `${name}: ${id} at ${position} is lost`);
}

/** How many turns, and answers to them, each message has. */
export async function findUnanswered({ conversations, acknowledged, name }: Tenant): Promise<string[]> {
  const turns = await conversations.listCrumbs<AgentTurnV1>(AgentTurn.name);
  const answers = await conversations.listCrumbs<AgentResponseV1>(AgentResponse.name);
  const answered = answers.map(({ context }) => context.turn?.id ?? 'none');
  const counts = new Map<string, number>();
  for (const { context } of turns) counts.set(context.trigger.id, (counts.get(context.trigger.id) ?? 0) + 1);
  const wrong = acknowledged.filter(({ id, agents }) => counts.get(id) !== agents);
  return [
    ...wrong.map(({ id, agents }) => `${name}: ${id} has ${counts.get(id) ?? 0} turns in place of ${agents}`),
    ...difference(new Set(turns.map(({ id }) => id)), new Set(answered)).map((id) => `${name}: turn ${id} is open`),
    ...duplicates(answered).map((id) => `${name}: turn ${id} has two answers`),
  ];
}

/** The log from its beginning through a position, as a new reader gets it. */
async function readLog({ client, followed }: Tenant): Promise<StreamedEvent[]> {
  const through = followed.at(-1)?.position ?? 0;
  const events: StreamedEvent[] = [];
  for await (const item of client.events({ cursor: 'start', signal: AbortSignal.timeout(READ_WITHIN_MS) })) {
    if (item.type === 'event') events.push(item.event);
    if ((events.at(-1)?.position ?? 0) >= through) break;
  }
  return events;
}

const eventKey = ({ position, id, version, kind }: StreamedEvent): string => `${position} ${kind} ${id}@${version}`;

/** A reader that followed the log through all faults has the events that a new reader gets: each once, in order. */
function compareReaders(name: string, followed: readonly StreamedEvent[], log: readonly StreamedEvent[]): string[] {
  const ordered = (events: readonly StreamedEvent[]): boolean =>
    events.every(({ position }, at) => at === 0 || position > (events[at - 1] as StreamedEvent).position);
  const [seen, there] = [followed.map(eventKey), log.map(eventKey)];
  return [
    ...(ordered(log) ? [] : [`${name}: the log is not in order`]),
    ...(ordered(followed) ? [] : [`${name}: the reader did not get the events in order`]),
    ...difference(there, new Set(seen)).map((one) => `${name}: the reader missed ${one}`),
    ...difference(seen, new Set(there)).map((one) => `${name}: the reader got ${one}, which is not on the log`),
    ...duplicates(seen).map((one) => `${name}: the reader got ${one} twice`),
  ];
}

/** A recorded context is rendered again, to the same bytes. */
async function findChangedContexts({ client, conversations, name }: Tenant): Promise<string[]> {
  const contexts = sample(await conversations.listCrumbs(AgentContext.name));
  const replies = await Promise.all(contexts.map(({ id }) => client.contexts.replay(id)));
  return replies.flatMap(({ identical }, at) =>
    identical ? [] : [`${name}: ${contexts[at]?.id} is rendered otherwise`],
  );
}

/** The stream ends where the log does, and with the same event. */
async function compareStream(stack: TestStack, log: readonly StreamedEvent[]): Promise<string[]> {
  const { head, relayed } = await stack.api.get<StatusReply>('/v1/status');
  const stream = await onStream(stack, (one) => one.info());
  const last = log.find(({ position }) => position === head);
  const [position, lastEvent] = [stream?.last?.position, stream?.lastEvent];
  const isSame = last === undefined || lastEvent === `${last.id}@${last.version}`;
  if (relayed === head && position === head && isSame) return [];
  return [`the log ends at ${head} and is published to ${relayed}; the stream ends at ${position} with ${lastEvent}`];
}

async function findDeadLetters({ conversations, name }: Tenant): Promise<string[]> {
  const letters = await conversations.listCrumbs(DeadLetter.name);
  return letters.map(({ id, context }) => `${name}: dead letter ${id}: ${JSON.stringify(context).slice(0, 300)}`);
}

/** Nobody reads a breadcrumb of another workspace, by its id or in the log. */
async function findForeign(reader: Tenant, other: Tenant): Promise<string[]> {
  const refusals = sample(other.acknowledged).map(async ({ id }) => {
    const error = await reader.client.get(id).then(
      () => null,
      (reason: unknown) => reason,
    );
    return error instanceof ApiError && error.status === 404 ? [] : [`${reader.name} reads ${id} of ${other.name}`];
  });
  const seen = reader.followed.filter(({ workspace }) => workspace !== reader.name);
  return [...(await Promise.all(refusals)).flat(), ...seen.map(({ id }) => `${reader.name} follows ${id}`)];
}

/** A tool that must not run twice ran once at most for each order. */
const findRepeatedPayments = ({ shop }: Orders, { acknowledged }: Tenant): string[] =>
  acknowledged.flatMap(({ key }) =>
    key !== undefined && shop.runs('pay', key) > 1 ? [`order ${key} was paid ${shop.runs('pay', key)} times`] : [],
  );

const findUnhandled = (stack: TestStack): string[] =>
  Object.keys(stack.pids()).flatMap((name) =>
    stack
      .log(name)
      .split('\n')
      .filter((line) => UNHANDLED.test(line))
      .map((line) => `${name}: ${line.slice(0, 300)}`),
  );

/** Checks every promise after the faults are over and every turn has ended. */
export async function checkAll(orders: Orders, tenants: readonly [Tenant, Tenant]): Promise<CheckResult[]> {
  const each = async (check: (tenant: Tenant) => Promise<string[]>): Promise<string[]> =>
    (await Promise.all(tenants.map(check))).flat();
  const [first, second] = tenants;
  const log = new Map(await Promise.all(tenants.map(async (one) => [one.name, await readLog(one)] as const)));
  const logOf = ({ name }: Tenant): readonly StreamedEvent[] => log.get(name) ?? [];
  const readers = tenants.flatMap((one) => compareReaders(one.name, one.followed, logOf(one)));
  return [
    { promise: 'A  no acknowledged message is lost', violations: await each(findLost) },
    { promise: 'B  each message has one answer from each agent', violations: await each(findUnanswered) },
    { promise: 'B  a tool that must not run twice does not', violations: findRepeatedPayments(orders, first) },
    { promise: 'C  a reader gets every event once, in order', violations: readers },
    { promise: 'D  recorded contexts render the same bytes', violations: await each(findChangedContexts) },
    {
      promise: 'E  the stream ends where the log does',
      violations: await compareStream(orders.stack, [...log.values()].flat()),
    },
    { promise: 'F  there are no dead letters', violations: await each(findDeadLetters) },
    {
      promise: 'G  no workspace reads another',
      violations: [...(await findForeign(first, second)), ...(await findForeign(second, first))],
    },
    { promise: 'H  no process fails in a way that it does not handle', violations: findUnhandled(orders.stack) },
  ];
}
