import { sha256 } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import { MAX_JQ_MS, MAX_OUTPUT } from '../limits';
import { plain, type Plain } from '../plain';
import type { RecordView } from '../record-view';
import { JqThread } from './jq-thread';
import type { JqTask } from './jq-worker';

const GONE = 'is not there: the same crumb gives the same text everywhere';
const shadows = ['now', 'localtime', 'strflocaltime(f)', 'input', 'inputs', 'halt', 'halt_error', 'halt_error(f)']
  .concat('modulemeta', 'get_search_list', 'input_filename')
  .map((name) => `def ${name}: error("${name.replace(/\(.*/, '')} ${GONE}");`)
  .join(' ');
/** On one line before every program: what differs between machines and runs is not there, and modules cannot be asked for. */
const PRELUDE = `${shadows} def env: {}; def debug: .; def debug(f): .; def stderr: .; {} as $ENV | .record as $record | .payload | `;

/** What took too long is not tried again for a while: the program on this payload, for on another it may be fast. */
const slow = new LRUCache<string, true>({ max: 200, ttl: 60_000 });

const RUNTIME_ERROR = 5;
let thread: JqThread | null = null;

const TYPE = '(?:null|boolean|number|string|array|object)';
/** What may be told of a failure on a payload: jq's own words for types, never values, so that no error shows what a text may not. */
const TELLABLE = new RegExp(`^(?:[a-z_]+ ${GONE}|Cannot (?:index|iterate over) ${TYPE}(?: with ${TYPE})?)`);

function asError(stderr: string, isCompiled: boolean): Error {
  const line = stderr.split('\n').find((one) => one.trim() !== '') ?? '';
  const text = line.replace(/^jq: error(?: \(at [^)]*\))?:? ?/, '');
  if (isCompiled) return new Error(TELLABLE.exec(text)?.[0] ?? 'the jq program fails on this payload');
  // The program begins on the second line.
  const place = /, line (\d+)/.exec(text)?.[1];
  const words = text.replace(/ at <top-level>.*/, '');
  return new SyntaxError(`is no jq program: ${words}${place === undefined ? '' : ` (line ${Number(place) - 1})`}`);
}

const tooLong = (): Error => new RangeError(`the jq program works for more than ${MAX_JQ_MS} ms`);

/** jq, started if it is not there; what that takes is not the program's. */
function jq(): JqThread {
  if (!thread || thread.isDead) thread = new JqThread();
  thread.boot();
  return thread;
}

const keyOf = ({ program, input }: JqTask): string => sha256(JSON.stringify([program, input]));

function run(task: JqTask, cpu: number): string {
  if (slow.size > 0 && slow.has(keyOf(task))) throw tooLong();
  const end = jq().run(task, cpu);
  if (end === null) slow.set(keyOf(task), true);
  if (end === null) throw tooLong();
  if ('failed' in end) throw new RangeError('the jq program asks for too much memory or nests too deep');
  if (end.exitCode !== 0) throw asError(end.stderr, end.exitCode === RUNTIME_ERROR);
  if (end.stdout.length > MAX_OUTPUT) throw new RangeError(`the jq program writes more than ${MAX_OUTPUT} characters`);
  return end.stdout;
}

/** Throws when the text is no jq program; it is compiled and not run. */
export function checkJq(query: string): void {
  run({ program: `${PRELUDE}empty |\n${query}\n\n`, input: '{}' }, MAX_JQ_MS);
}

const cpuMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

/** What the jq programs of one rendering may work together. */
export class JqBudget {
  private left = MAX_JQ_MS;

  /** The first output of a program on a payload, or null. The record is there as `$record`. Throws when it fails or does not end. */
  run(query: string, payload: Plain, record: RecordView): Plain {
    if (this.left <= 0) throw tooLong();
    jq();
    const before = process.cpuUsage();
    try {
      // An empty line: a comment may end in a backslash, and would go on in the next line.
      const program = `${PRELUDE}first(\n${query}\n\n)`;
      const output = run({ program, input: JSON.stringify({ payload, record }) }, this.left);
      return output === '' ? null : plain(JSON.parse(output));
    } finally {
      this.left -= cpuMs(before);
    }
  }
}
