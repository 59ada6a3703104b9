import { setTimeout as pause } from 'node:timers/promises';
import type { CrumbEvent } from '@crumbtrail/contracts';
import { eventually, type RestartablePostgres, type TestStack } from '@crumbtrail/testing';
import { countDeaths } from '../support/deaths';
import { forgetStream, onStream } from '../support/stream';

/** What faults are done to, and the random numbers that choose them. */
export interface FaultTarget {
  readonly stack: TestStack;
  readonly postgres: RestartablePostgres;
  readonly random: () => number;
  /** The newest events that a client has seen. */
  recentEvents(): readonly CrumbEvent[];
}

/** A fault of the list in README.md. */
export interface Fault {
  readonly name: string;
  /** Does it, and resolves once its cause is over; the stack may still be recovering. */
  run(target: FaultTarget): Promise<void>;
}

/** Longer than the leases of the run. */
const PAUSED_MS = 6_000;
const CUT_OFF_MS = 4_000;
const DIES_WITHIN_MS = 20_000;
const STREAM_WITHIN_MS = 60_000;
const NATS = 'nats-server';
/** The process of all services, where they share one. */
const SHARED = 'services';

const CRASH_POINTS: readonly (readonly [service: string, point: string])[] = [
  ['breadcrumb-store', 'store.before-commit'],
  ['breadcrumb-store', 'store.after-commit'],
  ['breadcrumb-store', 'relay.after-publish'],
  ['context-builder', 'builder.after-build'],
  ['agent-executor', 'executor.after-model'],
  ['agent-executor', 'executor.after-step'],
  ['agent-executor', 'executor.after-append'],
  ['tool-runner', 'tool.after-start'],
  ['tool-runner', 'tool.after-run'],
  ['tool-runner', 'tool.after-append'],
];

const pick = <One>(all: readonly One[], random: () => number): One => all[Math.floor(random() * all.length)] as One;

const processes = ({ stack }: FaultTarget): string[] => Object.keys(stack.pids());
const services = (target: FaultTarget): string[] => processes(target).filter((name) => name !== NATS);

/** The process that runs a service: its own, or the one that all share. */
const processOf = (target: FaultTarget, service: string): string =>
  processes(target).includes(service) ? service : SHARED;

/** Starts a process that dies at its first pass of a point. One that does not pass it in time goes on. */
async function dieAt(target: FaultTarget, service: string, point: string): Promise<void> {
  const { stack } = target;
  const name = processOf(target, service);
  const deaths = (): number => countDeaths(stack, name, point);
  const before = deaths();
  await stack.halt(name);
  await stack.start(name, { CRASH_AT: point });
  await eventually(() => deaths() > before, { withinMs: DIES_WITHIN_MS }).catch(() => undefined);
}

/** Stops a process for longer than its leases; then it goes on as if nothing had happened. */
async function suspend({ stack }: FaultTarget, name: string): Promise<void> {
  const pid = stack.pids()[name];
  if (pid === undefined) return;
  process.kill(pid, 'SIGSTOP');
  await pause(PAUSED_MS);
  process.kill(pid, 'SIGCONT');
}

async function restartInOrder(target: FaultTarget): Promise<void> {
  for (const name of services(target)) {
    await target.stack.halt(name);
    await target.stack.start(name);
  }
}

/**
 * Publishes the newest events again, as if the stream had forgotten that it has them. An earlier fault may have removed the stream, and another
 * one the database that it is filled from: it waits until there is a stream.
 */
async function deliverAgain({ stack, recentEvents }: FaultTarget): Promise<void> {
  await onStream(stack, async (stream) => {
    const events = recentEvents();
    const publish = () => stream.publish(events, { logId: 'delivered again', epoch: 1_000_000 + events.length });
    await eventually(() => publish().then(() => true), { withinMs: STREAM_WITHIN_MS });
  });
}

export const FAULTS: readonly Fault[] = [
  ...CRASH_POINTS.map(([service, point]) => ({
    name: `${service} dies at ${point}`,
    run: (target: FaultTarget) => dieAt(target, service, point),
  })),
  {
    name: 'a service is killed',
    run: async (target) => target.stack.kill(pick(services(target), target.random)),
  },
  {
    name: 'every process is killed at once',
    run: async (target) => void (await Promise.all(processes(target).map((name) => target.stack.kill(name)))),
  },
  { name: 'every service is restarted, one after the other', run: restartInOrder },
  {
    name: 'a service stands still for longer than its leases',
    run: (target) => suspend(target, pick(services(target), target.random)),
  },
  { name: 'NATS stands still', run: (target) => suspend(target, NATS) },
  { name: 'NATS is killed', run: ({ stack }) => stack.kill(NATS) },
  {
    name: 'NATS is away for some seconds',
    run: async ({ stack }) => {
      await stack.halt(NATS);
      await pause(CUT_OFF_MS);
      await stack.start(NATS);
    },
  },
  { name: 'NATS loses its directory', run: ({ stack }) => forgetStream(stack) },
  { name: 'events are delivered again', run: deliverAgain },
  { name: 'Postgres crashes and recovers', run: ({ postgres }) => postgres.crash() },
  { name: 'Postgres ends all connections', run: ({ postgres }) => postgres.endConnections() },
  {
    name: 'the network to Postgres is cut for some seconds',
    run: async ({ postgres }) => {
      postgres.disconnect();
      await pause(CUT_OFF_MS);
      postgres.connect();
    },
  },
];
