import { AsyncLocalStorage } from 'node:async_hooks';

/** What runs: the service, where several share the process, and its handler. */
export interface WorkLabel {
  readonly service?: string;
  readonly handler?: string;
}

/** Where the thread that watches the event loop finds {@link WorkLabel}: it evaluates this in the thread that it watches. */
export const RUNNING = 'crumbtrail.running';

const running = new AsyncLocalStorage<WorkLabel>();
Object.defineProperty(globalThis, Symbol.for(RUNNING), { value: () => running.getStore(), configurable: true });

/** Runs `work`, and all that it starts, as a service that shares its process. */
export function asService<T>(service: string, work: () => T): T {
  return running.run({ service }, work);
}

/** Runs `work`, and all that it starts, as a handler of the service that runs: who holds the event loop is named by it. */
export function asHandler<T>(handler: string, work: () => T): T {
  return running.run({ ...running.getStore(), handler }, work);
}

/**
 * The same where services share the process; else only `work`. For a service that keeps no state over its asynchronous calls: on Node 20
 * `AsyncLocalStorage` slows down every promise of a process that uses it.
 */
export function asHandlerIfShared<T>(handler: string, work: () => T): T {
  return running.getStore() === undefined ? work() : asHandler(handler, work);
}
