/** A running stack: its processes, and how to end them. */
const { once, EventEmitter } = require('node:events');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const { commands } = require('../paths.js');
const { ActionableError, printStep } = require('../terminal/output.js');
const { StartProgress, stillSeconds } = require('./start-progress.js');

const lookEveryMs = 1_000;
/** How often a start says what it waits for. */
const reportEveryMs = 15_000;

/** Undefined when the gateway is ready and every service that it needs is running; otherwise the checks that fail. */
async function complaint(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    const { status, checks = {} } = await response.json();
    if (status === 'ready') return undefined;
    const bad = Object.entries(checks).filter(([, verdict]) => verdict !== 'ok');
    return bad.map(([name, verdict]) => `${name}: ${verdict}`).join('; ') || `the gateway answers ${response.status}`;
  } catch (error) {
    return `the gateway does not answer (${error.cause?.code ?? error.name})`;
  }
}

/** The process that services share. */
const hostName = 'services';

class Stack {
  #children = new Map();
  #events = new EventEmitter();
  #release;
  #stopping;
  #endings = [];
  #complaint;

  constructor({ home, host, port, url, release }) {
    Object.assign(this, { home, host, port, url });
    this.#release = release;
  }

  /** The operator's key, which the store created at its first start. */
  get apiKey() {
    const file = join(this.home, 'api-key');
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  }

  add(child) {
    this.#children.set(child.name, child);
    child.start();
  }

  /** The process ids that run now, by name ("nats-server", "conductor", "conductor-2"). */
  pids() {
    return Object.fromEntries([...this.#children].map(([name, child]) => [name, child.pid]).filter(([, pid]) => pid));
  }

  #child(name) {
    const child = this.#children.get(name);
    if (!child)
      throw new Error(
        `There is no process called ${name}. The processes are ${[...this.#children.keys()].join(', ')}.`,
      );
    return child;
  }

  /** Sends SIGKILL (or `signal`) and resolves when the process is gone; it is started again at once. */
  kill(name, signal) {
    return this.#child(name).kill(signal);
  }

  /** Stops one process in order and keeps it down until start(name). */
  halt(name) {
    return this.#child(name).halt();
  }

  /** Starts a halted process; each of `lives` is extra environment for one run of it. Resolves when it is ready. */
  start(name, ...lives) {
    this.#child(name).start(...lives);
    return name === 'nats-server' ? Promise.resolve() : this.#child(name).ready;
  }

  /** Resolves when every service has reported that it is ready and the gateway answers. */
  async whenReady() {
    const services = this.#services();
    const ready = Promise.all([
      ...services.map((child) => child.ready),
      this.#children.has('gateway') ? this.#untilAnswers(`${this.url}/readyz`) : undefined,
    ]);
    const over = new AbortController();
    try {
      await Promise.race([ready, this.#whenStill(over.signal), this.whenGivenUp(over.signal)]);
    } finally {
      over.abort();
    }
  }

  #services() {
    return [...this.#children.values()].filter(({ name }) => name !== 'nats-server');
  }

  /** What each service that is not ready is doing, one line for each. */
  #waitsFor() {
    const late = this.#services().filter(({ isReady }) => !isReady);
    const lines = late.flatMap(({ name, pid, waiting }) =>
      pid
        ? (waiting.length > 0 ? waiting : [name]).map((one) => `${one}: is starting`)
        : `${name}: has ended and is started again`,
    );
    return this.#complaint ? [...lines, `gateway: ${this.#complaint}`] : lines;
  }

  /** Rejects once nothing has moved for a while: a start that still moves is slow, not stuck. */
  async #whenStill(signal) {
    const [progress, limit] = [new StartProgress(), stillSeconds(process.env)];
    let [movedAt, reportedAt] = [Date.now(), Date.now()];
    while (!signal.aborted && !this.#stopping) {
      if (progress.look(this.#services())) movedAt = Date.now();
      if (Date.now() - movedAt >= limit * 1000) throw this.#stillError(limit);
      if (Date.now() - reportedAt >= reportEveryMs) {
        for (const line of this.#waitsFor()) printStep(`waiting for ${line}`);
        reportedAt = Date.now();
      }
      await pause(lookEveryMs, undefined, { ref: false, signal }).catch(() => undefined);
    }
    return new Promise(() => undefined);
  }

  #stillError(seconds) {
    const why = this.#waitsFor().join('; ') || 'a service has not reported that it is ready';
    return new ActionableError(
      `Not ready, and nothing has moved for ${seconds} s: ${why}. ` +
        `Run \`${commands.start}\` again: what is stored stays. START_STILL_S sets how many seconds it waits. The logs: ${join(this.home, 'logs')}`,
    );
  }

  async #untilAnswers(url) {
    while (!this.#stopping && (this.#complaint = await complaint(url))) await pause(100);
  }

  giveUp(sentence) {
    this.#events.emit('gave-up', new ActionableError(sentence));
  }

  /** Rejects with one sentence when a process cannot be kept alive. */
  async whenGivenUp(signal) {
    const [reason] = await once(this.#events, 'gave-up', { signal });
    throw reason;
  }

  /** Calls `end` when the stack stops. */
  whenStopped(end) {
    this.#endings.push(end);
  }

  /** Stops the services first, then the store, then nats-server; leaves no process behind. */
  stop(graceMs) {
    this.#stopping ??= this.#stop(graceMs);
    return this.#stopping;
  }

  async #stop(graceMs) {
    for (const end of this.#endings) end();
    const late = (name) => /^(breadcrumb-store|nats-server)/.test(name);
    const children = [...this.#children.values()];
    await Promise.all(children.filter(({ name }) => !late(name)).map((child) => child.halt(graceMs)));
    await Promise.all(
      children.filter(({ name }) => name.startsWith('breadcrumb-store')).map((child) => child.halt(graceMs)),
    );
    await this.#children.get('nats-server')?.halt(graceMs);
    this.#release();
  }

  /** Ends every process now, by force. */
  async destroy() {
    await this.stop(0);
  }
}

module.exports = { hostName, Stack };
