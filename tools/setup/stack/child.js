/** One supervised process: started, logged, restarted when it dies, and given up when it keeps failing. */
const { spawn } = require('node:child_process');
const { closeSync, openSync } = require('node:fs');
const { once } = require('node:events');
const { setTimeout: pause } = require('node:timers/promises');
const { readLastError } = require('./last-error.js');

/** Exit code of a process that a restart cannot fix (sysexits.h: EX_CONFIG). */
const hopeless = 78;
const quickDeath = { withinMs: 5_000, atMost: 4 };
const backoff = (deaths) => Math.min(100 * 2 ** deaths, 5_000);

class Child {
  #wanted = false;
  #process;
  #startedAt = 0;
  #deaths = 0;
  #lives = [];
  #timer;
  #ready;
  /** What the running process says that it waits for, by name. */
  waiting = [];

  /** `command()` gives { program, args, env, stdin, message }, where `message` is sent to the process at once; `end(process)` asks it to stop; `giveUp(sentence)` is called when it is not restarted any more. */
  constructor({ name, logFile, command, giveUp, end = (child) => child.kill('SIGTERM'), pid = (child) => child.pid }) {
    Object.assign(this, { name, logFile, command, giveUp, end, pidOf: pid });
    this.#expectReady();
  }

  get pid() {
    return this.#process ? this.pidOf(this.#process) : undefined;
  }

  /** Resolves when the running process, or its replacement, has reported that it is ready. */
  get ready() {
    return this.#ready.promise;
  }

  /** Has the running process reported that it is ready? */
  get isReady() {
    return this.#ready.said;
  }

  /** Each of `lives` is extra environment for one process: the first for this one, the next for its replacement. */
  start(...lives) {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#deaths = 0;
    this.#lives = lives;
    this.#spawn();
  }

  #expectReady() {
    if (this.#ready?.said === false) return;
    const ready = { said: false };
    ready.promise = new Promise((resolve) => {
      ready.resolve = () => {
        ready.said = true;
        resolve();
      };
    });
    this.#ready = ready;
  }

  #spawn() {
    const { program, args, env, stdin, message } = this.command();
    const log = openSync(this.logFile, 'a', 0o600);
    // Detached: Ctrl-C reaches the supervisor alone, which stops everything in order.
    const child = spawn(program, args, {
      env: { ...env, ...this.#lives.shift() },
      detached: true,
      stdio: [stdin, log, log, ...(stdin === 'pipe' ? [] : ['ipc'])],
    });
    closeSync(log);
    this.#process = child;
    this.#startedAt = Date.now();
    this.waiting = [];
    if (message) child.send(message, () => undefined);
    child.on('message', (said) => {
      if (said?.ready) this.#ready.resolve();
      if (said?.waiting) this.waiting = said.waiting;
    });
    child.once('error', (error) => this.#died(child, error.message));
    child.once('exit', (code, signal) => this.#died(child, signal ?? code));
  }

  #died(child, how) {
    child.stdin?.destroy();
    if (this.#process !== child) return;
    this.#process = undefined;
    const wasReady = this.#ready.said;
    this.#expectReady();
    if (!this.#wanted) return;
    const quick = Date.now() - this.#startedAt < quickDeath.withinMs && !child.killedOnPurpose;
    this.#deaths = quick ? this.#deaths + 1 : 0;
    if (how === hopeless || (!wasReady && this.#deaths >= quickDeath.atMost)) return this.#abandon(how);
    this.#timer = setTimeout(() => this.#wanted && !this.#process && this.#spawn(), backoff(this.#deaths));
  }

  #abandon(how) {
    this.#wanted = false;
    const end = typeof how === 'number' ? `exit code ${how}` : how;
    const times = this.#deaths > 1 ? ` ${this.#deaths} times in a row` : '';
    const words = readLastError(this.logFile)?.replace(/\.$/, '');
    this.giveUp(
      words?.startsWith(this.name) || words?.includes(' could not start: ')
        ? `${words}. The whole log: ${this.logFile}`
        : `${this.name} stopped${times} (${end})${words ? `: ${words}` : ''}. The whole log: ${this.logFile}`,
    );
  }

  /** Sends `signal` and resolves when the process is gone; it is started again unless it was halted. */
  async kill(signal = 'SIGKILL') {
    const child = this.#process;
    if (!child) return;
    child.killedOnPurpose = true;
    const gone = once(child, 'exit');
    process.kill(this.pid, signal);
    await gone;
  }

  /** Ends the process, by force after `graceMs`, and keeps it down until start(). */
  async halt(graceMs = 10_000) {
    this.#wanted = false;
    clearTimeout(this.#timer);
    const child = this.#process;
    if (!child) return;
    const gone = once(child, 'exit');
    this.end(child);
    const inTime = await Promise.race([gone.then(() => true), pause(graceMs, false, { ref: false })]);
    if (!inTime) await this.kill('SIGKILL');
  }
}

module.exports = { Child };
