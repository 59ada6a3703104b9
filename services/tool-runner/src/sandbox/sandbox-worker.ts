import { parentPort, workerData } from 'node:worker_threads';
import { Interpreter } from './interpreter';
import type { FromSandbox, SandboxProgram, ToSandbox } from './program';

/** The interpreter reads the time zone of the machine by these; a program sees UTC everywhere. */
const LOCAL = ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds'] as const;
const time = Date.prototype;
for (const part of LOCAL) time[`get${part}`] = time[`getUTC${part}`];
time.getTimezoneOffset = () => 0;

const say = (message: FromSandbox): void => parentPort?.postMessage(message);

async function runWorker(program: SandboxProgram): Promise<void> {
  const interpreter = await Interpreter.load(program, {
    request: (id, request) => say({ say: 'fetch', id, request }),
    clock: () => performance.now(),
  });
  parentPort?.on('message', (message: ToSandbox) => interpreter.answer(message));
  say({ say: 'begin' });
  say({ say: 'end', ...(await interpreter.run()) });
}

void runWorker(workerData as SandboxProgram);
