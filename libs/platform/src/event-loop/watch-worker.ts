import { readFileSync, writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type HeldFields, STILL_HELD_MESSAGE } from './held-message';
import { findHolder, type Holder, type StackFrame } from './holder';
import type { Hold, WatchSettings } from './loop-watch';
import { RUNNING, type WorkLabel } from './running';

// A thread that watches the event loop of the main thread: it reads a counter that the main thread advances, and looks at its stack when
// the counter stands still.
const { beats, beatMs, limitMs, pid, folder } = workerData as WatchSettings;
const main = parentPort as MessagePort;
const STANDARD_OUTPUT = 1;
/** A hold that lasts so long is reported before it ends. */
const STILL_HELD_MS = 5_000;
const counter = new Int32Array(beats);

/** The processor time of the main thread, milliseconds; undefined where the system does not tell. */
function processorMs(): number | undefined {
  try {
    return Number(readFileSync(`/proc/self/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
}

interface PausedFrame {
  readonly callFrameId: string;
  readonly functionName: string;
  readonly location: { readonly scriptId: string; readonly lineNumber: number };
}

/** Stops the main thread for some microseconds, and reads what it runs. Null when it went on before. */
function look(seen: number): Promise<Holder | null> {
  const session = new Session();
  session.connectToMainThread();
  const files = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params }) => void files.set(params.scriptId, params.url));
  const toFrame = ({ functionName, location }: PausedFrame): StackFrame => ({
    functionName,
    file: files.get(location.scriptId) ?? '',
    line: location.lineNumber + 1,
  });
  return new Promise((resolve) => {
    const end = (holder: Holder | null): void => {
      session.post('Debugger.resume', () => session.disconnect());
      resolve(holder);
    };
    session.once('Debugger.paused', ({ params }) => {
      const callFrames = params.callFrames as readonly PausedFrame[];
      const [frame] = callFrames;
      if (frame === undefined || Atomics.load(counter, 0) !== seen) return end(null);
      const question = {
        callFrameId: frame.callFrameId,
        expression: `globalThis[Symbol.for('${RUNNING}')]?.()`,
        returnByValue: true,
        silent: true,
      };
      session.post('Debugger.evaluateOnCallFrame', question, (_, answer?: { result?: { value?: WorkLabel } }) =>
        end(findHolder(answer?.result?.value, callFrames.map(toFrame), folder)),
      );
    });
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  });
}

interface Beat {
  readonly count: number;
  readonly at: number;
  readonly processorMs: number | undefined;
}

const readBeat = (): Beat => ({ count: Atomics.load(counter, 0), at: performance.now(), processorMs: processorMs() });

function measure(last: Beat): Pick<Hold, 'heldMs' | 'processorMs'> {
  const now = processorMs();
  return {
    heldMs: Math.round(performance.now() - last.at),
    ...(now === undefined || last.processorMs === undefined ? {} : { processorMs: Math.round(now - last.processorMs) }),
  };
}

let last = readBeat();
let looking: Promise<Holder | null> | null = null;
let warned = false;

/** The main thread cannot write its log while it is held, and perhaps never will: this line goes to the output of the process. */
async function warn(held: Pick<Hold, 'heldMs' | 'processorMs'>, looked: Promise<Holder | null>): Promise<void> {
  const { service, handler, at } = (await looked) ?? {};
  const about: HeldFields = { station: service, handler, at, held_ms: held.heldMs, processor_ms: held.processorMs };
  const line = { level: 'error', time: new Date().toISOString(), ...about, msg: STILL_HELD_MESSAGE };
  writeSync(STANDARD_OUTPUT, `${JSON.stringify(line)}\n`);
}

async function report(held: Pick<Hold, 'heldMs' | 'processorMs'>, looked: Promise<Holder | null>): Promise<void> {
  main.postMessage({ ...held, ...(await looked) } satisfies Hold);
}

setInterval(() => {
  if (Atomics.load(counter, 0) === last.count) {
    const held = performance.now() - last.at;
    if (held > limitMs) looking ??= look(last.count);
    if (looking === null || warned || held < STILL_HELD_MS) return;
    warned = true;
    void warn(measure(last), looking);
    return;
  }
  if (looking !== null) void report(measure(last), looking);
  looking = null;
  warned = false;
  last = readBeat();
}, beatMs);
