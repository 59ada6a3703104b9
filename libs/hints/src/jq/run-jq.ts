import { sha256 } from '@crumbtrail/contracts';
import { findUnfaithful } from '@crumbtrail/contracts/find-unfaithful';
import { LRUCache } from 'lru-cache';
import { MAX_JQ_MS, MAX_OUTPUT } from '../limits';
import { plain, type Plain } from '../plain';
import type { RecordView } from '../record-view';
import { JqThread } from './jq-thread';
import type { JqTask } from './jq-protocol';

const UNAVAILABLE = 'is not available: the same crumb must give the same text everywhere';
const shadows = ['now', 'localtime', 'strflocaltime(f)', 'input', 'inputs', 'halt', 'halt_error', 'halt_error(f)']
  .concat('modulemeta', 'get_search_list', 'input_filename')
  .map((name) => `def ${name}: error("${name.replace(/\(.*/, '')} ${UNAVAILABLE}");`)
  .join(' ');
/** One line before every program that removes what differs between machines and runs, and modules. */
const PRELUDE = `${shadows} def toarray: if type == "array" then . else [.] end; def env: {}; def debug: .; def debug(f): .; def stderr: .; {} as $ENV | .record as $record | .payload | `;

const RUNTIME_ERROR = 5;

const TYPE = '(?:null|boolean|number|string|array|object)';
/** The part of a run-time error that may be shown: types but never values, so that no error quotes the payload. */
const SAFE_ERROR = new RegExp(`^(?:[a-z_]+ ${UNAVAILABLE}|Cannot (?:index|iterate over) ${TYPE}(?: with ${TYPE})?)`);

function asError(stderr: string, isCompiled: boolean): Error {
  const line = stderr.split('\n').find((one) => one.trim() !== '') ?? '';
  const text = line.replace(/^jq: error(?: \(at [^)]*\))?:? ?/, '');
  if (isCompiled) return new Error(SAFE_ERROR.exec(text)?.[0] ?? 'the jq program fails on this payload');
  // The program begins on the second line.
  const place = /, line (\d+)/.exec(text)?.[1];
  const words = text.replace(/ at <top-level>.*/, '');
  return new SyntaxError(
    `is not a valid jq program: ${words}${place === undefined ? '' : ` (line ${Number(place) - 1})`}`,
  );
}

const tooLong = (): Error => new RangeError(`the jq program runs for more than ${MAX_JQ_MS} ms`);

const keyOf = ({ program, input }: JqTask): string => sha256(JSON.stringify([program, input]));

/** Runs programs in a thread that is started when first needed, and again after it was terminated. */
class JqRunner {
  private thread: JqThread | null = null;
  /** Programs that took too long, with the payload they took too long on. They are not tried again for a minute. */
  private readonly slow = new LRUCache<string, true>({ max: 200, ttl: 60_000 });

  /** Starts the thread. The time that takes is not the program's. */
  start(): JqThread {
    if (!this.thread || this.thread.isDead) this.thread = new JqThread();
    this.thread.boot();
    return this.thread;
  }

  /** The output of a program that uses at most `cpuMs` of processor time. */
  run(task: JqTask, cpuMs: number): string {
    if (this.slow.size > 0 && this.slow.has(keyOf(task))) throw tooLong();
    const end = this.start().run(task, cpuMs);
    if (end === null) {
      this.slow.set(keyOf(task), true);
      throw tooLong();
    }
    if ('failed' in end) throw new RangeError('the jq program needs too much memory or nests too deep');
    if (end.exitCode !== 0) throw asError(end.stderr, end.exitCode === RUNTIME_ERROR);
    if (end.stdout.length > MAX_OUTPUT)
      throw new RangeError(`the jq program writes more than ${MAX_OUTPUT} characters`);
    return end.stdout;
  }
}

/** One thread serves the whole process: it takes about 50 MB. */
const runner = new JqRunner();

/** The processor time that all jq programs of one rendering, or of one check of hints, share. */
export class JqBudget {
  private remainingMs = MAX_JQ_MS;

  /** Throws a SyntaxError if the text is not a valid jq program. The program is compiled but not run. */
  check(query: string): void {
    this.spend({ program: `${PRELUDE}empty |\n${query}\n\n`, input: '{}' });
  }

  /** The first output of a program on a payload, or null. The record is there as `$record`. Throws when it fails or does not end. */
  run(query: string, payload: Plain, record: RecordView): Plain {
    // The empty line ends a comment that ends in a backslash and would continue on the next line.
    const program = `${PRELUDE}first(\n${query}\n\n)`;
    const output = this.spend({ program, input: JSON.stringify({ payload, record }) });
    const changed = findUnfaithful(output);
    if (changed !== null) throw new RangeError(`the jq program gives a value that would change. ${changed}`);
    return output === '' ? null : plain(JSON.parse(output));
  }

  private spend(task: JqTask): string {
    if (this.remainingMs <= 0) throw tooLong();
    const thread = runner.start();
    const before = thread.cpuMs;
    try {
      return runner.run(task, this.remainingMs);
    } finally {
      this.remainingMs = thread.isDead ? 0 : this.remainingMs - (thread.cpuMs - before);
    }
  }
}
