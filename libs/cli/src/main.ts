import { Interrupts } from './interrupts';
import { run } from './run';

const interrupts = new Interrupts();
process.on('SIGINT', () => {
  if (interrupts.signal.aborted) process.exit(130);
  interrupts.trigger();
});
// When the reader of a pipe closes it (head, less), exit without an error message.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
}
const terminal = { input: process.stdin, output: process.stdout, errors: process.stderr };
void run(process.argv.slice(2), terminal, interrupts).then((code) => {
  process.exitCode = code;
  // A prompt still waiting on standard input must not keep the process alive.
  process.stdin.unref?.();
});
